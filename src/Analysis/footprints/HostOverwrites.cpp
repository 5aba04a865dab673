//===- HostOverwrites.cpp - Host code that writes the whole of an array ---===//
#include "tessera/Analysis/HostOverwrites.h"
#include "tessera/Polyhedral/Guarded.h"
#include "tessera/Polyhedral/Sets.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

const std::string WrittenElement = "element", Offset = "offset";

/// `W` in elements; nothing if it begins or ends within one.
std::optional<CertainWrite> inElements(CertainWrite W, unsigned ElementBytes) {
  std::optional<Polynomial> Begin = W.Begin.dividedBy(ElementBytes),
                            Length = W.Length.dividedBy(ElementBytes);
  if (!Begin || !Length)
    return std::nullopt;
  W.Begin = *Begin;
  W.Length = *Length;
  return W;
}

/// The elements that \p W writes, if they are affine: `{ [element] }`.
std::optional<isl::set> elementsOf(isl::ctx Context, const CertainWrite &W) {
  DimNames Counters;
  for (const HostRounds &R : W.Loops)
    Counters.push_back(R.Counter);
  NamedSet All =
      addDims(NamedSet::universe(Context, Counters), {Offset, WrittenElement});
  auto Keep = [&](const Polynomial &NotNegative) {
    if (!isAffineOver(NotNegative, All.Dims))
      return false;
    All = All.intersect(nonNegative(Context, NotNegative, All.Dims));
    return true;
  };
  for (const HostRounds &R : W.Loops) {
    Polynomial Counter = Polynomial::symbol(R.Counter);
    Polynomial Passed = R.Step > 0 ? Counter - R.First : R.First - Counter;
    if (!Keep(Passed) ||
        !Keep(R.Step > 0 ? R.Last - Counter : Counter - R.Last))
      return std::nullopt;
    if (std::abs(R.Step) != 1)
      All = All.intersect(
          multipleOf(Context, Passed, std::abs(R.Step), All.Dims));
  }
  Polynomial Part = Polynomial::symbol(Offset);
  Polynomial Where = W.Begin + Part - Polynomial::symbol(WrittenElement);
  if (!Keep(Part) || !Keep(W.Length - Part - 1) || !Keep(Where) ||
      !Keep(Polynomial(0) - Where))
    return std::nullopt;
  return projectOnto(All, {WrittenElement}).Set;
}

bool mentions(const CertainWrite &W, const std::string &Symbol) {
  return W.Begin.mentions(Symbol) || W.Length.mentions(Symbol) ||
         llvm::any_of(W.Loops, [&](const HostRounds &R) {
           return R.First.mentions(Symbol) || R.Last.mentions(Symbol);
         });
}

/// Whether \p Writes contain the elements 0 to \p Count - 1.
bool containAll(isl::ctx Context, llvm::ArrayRef<CertainWrite> Writes,
                const Polynomial &Count) {
  Polynomial E = Polynomial::symbol(WrittenElement);
  isl::set Wanted =
      nonNegative(Context, E, {WrittenElement})
          .intersect(nonNegative(Context, Count - E - 1, {WrittenElement}));
  isl::set Written = isl::set::empty(Wanted.space());
  for (const CertainWrite &W : Writes)
    if (std::optional<isl::set> More = elementsOf(Context, W))
      Written = Written.unite(*More);
  return Wanted.is_subset(Written);
}

/// Whether one loop of \p W goes through all rows of a run-time length, and the
/// rest of \p W writes the whole of each.
bool containsAllRows(isl::ctx Context, const CertainWrite &W,
                     const Polynomial &Count) {
  for (unsigned I = 0; I < W.Loops.size(); ++I) {
    const HostRounds &Row = W.Loops[I];
    std::optional<LinearForm> Form = linearIn(W.Begin, Row.Counter);
    Polynomial Rows =
        (Row.Step > 0 ? Row.Last : Row.First) + 1; // if it begins at 0
    bool All = (Row.Step == 1 && Row.First.isZero()) ||
               (Row.Step == -1 && Row.Last.isZero());
    if (!All || !Form || Form->Coefficient.constant() ||
        !(Rows * Form->Coefficient == Count))
      continue;
    CertainWrite Rest = W;
    Rest.Begin = Form->Rest;
    Rest.Loops.erase(Rest.Loops.begin() + I);
    bool Depends = mentions(Rest, Row.Counter);
    for (const HostRounds &Other : Rest.Loops)
      Depends |= Row.First.mentions(Other.Counter) ||
                 Row.Last.mentions(Other.Counter) ||
                 Form->Coefficient.mentions(Other.Counter);
    if (!Depends && (containAll(Context, Rest, Form->Coefficient) ||
                     containsAllRows(Context, Rest, Form->Coefficient)))
      return true;
  }
  return false;
}

} // namespace

bool overwrites(isl::ctx Context, llvm::ArrayRef<CertainWrite> Writes,
                unsigned ElementBytes, const HostValue &Bytes) {
  if (Writes.empty() || ElementBytes == 0 || Bytes.Divisor != 1)
    return false;
  std::optional<Polynomial> Count = Bytes.Numerator.dividedBy(ElementBytes);
  std::vector<CertainWrite> Elements;
  for (const CertainWrite &W : Writes)
    if (std::optional<CertainWrite> E = inElements(W, ElementBytes))
      Elements.push_back(std::move(*E));
  if (!Count)
    return false;
  auto Prove = [&] {
    return containAll(Context, Elements, *Count) ||
           llvm::any_of(Elements, [&](const CertainWrite &W) {
             return containsAllRows(Context, W, *Count);
           });
  };
  // Cheap where it holds: anything harder is not worth the time.
  llvm::Expected<bool> Proved = guarded(Context, Prove, /*Operations=*/50'000);
  if (Proved)
    return *Proved;
  llvm::consumeError(Proved.takeError());
  return false;
}

} // namespace tessera
