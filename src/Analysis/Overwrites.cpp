//===- Overwrites.cpp - Launches that write the whole of an array ---------===//
#include "tessera/Analysis/Overwrites.h"
#include "tessera/Model/Program.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

const std::string Element = "element";

class Prover {
public:
  Prover(isl::ctx Context, const KernelModel &K, const LaunchModel &L)
      : Space{Context, K, shapeOf(L, K)}, K(K), L(L),
        Known(NamedSet::universe(Context, {Element}).Set) {}

  bool run(ArrayId Array, const Polynomial &Count) {
    Polynomial E = Polynomial::symbol(Element);
    holds(E);
    holds(Count - E - 1);
    for (unsigned D = 0; D < 3; ++D) {
      if (!Space.Shape.Block[D])
        return false;
      if (!Space.Shape.Grid[D] && L.GridValues[D])
        equals(std::string("G") + "xyz"[D], *L.GridValues[D]);
    }
    for (unsigned I = 0; I < K.Parameters.size(); ++I)
      if (const ParameterInfo &P = K.Parameters[I];
          !P.Symbol.empty() && I < L.Arguments.size() && L.Arguments[I].Value)
        equals(P.Symbol, *L.Arguments[I].Value);
    for (const Polynomial &P : K.MustNotBeNegative)
      Certain &= proves(specialise(P, Space.Shape));
    if (!Certain)
      return false;
    isl::set Written = isl::set::empty(Known.space());
    for (unsigned I = 0; I < K.Accesses.size(); ++I)
      if (K.Accesses[I].Array == Array)
        if (std::optional<isl::set> More = writtenBy({I}))
          Written = Written.unite(*More);
    return Known.is_subset(Written);
  }

private:
  /// Takes \p P >= 0 for granted.
  void holds(const Polynomial &P) {
    if (isAffineOver(P, {Element}))
      Known = Known.intersect(nonNegative(Space.Context, P, {Element}));
  }

  bool proves(const Polynomial &P) const {
    return isAffineOver(P, {Element}) &&
           Known.is_subset(nonNegative(Space.Context, P, {Element}));
  }

  /// Takes \p Symbol to be \p Value. Division in C rounds down if there is
  /// nothing negative in it.
  void equals(const std::string &Symbol, const HostValue &Value) {
    Polynomial Product = Polynomial::symbol(Symbol) * Value.Divisor;
    if (Value.Divisor != 1 && !proves(Value.Numerator))
      return;
    holds(Value.Numerator - Product);
    holds(Product + Value.Divisor - 1 - Value.Numerator);
  }

  /// The elements that the access certainly writes.
  std::optional<isl::set> writtenBy(AccessId Id) const {
    const AccessInfo &A = K.access(Id);
    const ArrayInfo &Array = K.array(A.Array);
    if (A.K != AccessInfo::Kind::Write || A.Subscripts.empty() ||
        A.Subscripts.size() != Array.Extents.size())
      return std::nullopt;
    Polynomial Address;
    for (unsigned D = 0; D < A.Subscripts.size(); ++D)
      Address = Address * (D ? Array.Extents[D] : 0) +
                specialise(A.Subscripts[D], Space.Shape);
    DimNames Dims = instanceDims(K, A.Loops);
    std::optional<AccessDomain> Domain = domainOf(Space, Id, Dims);
    if (!Domain || Domain->May || !isAffineOver(Address, Dims))
      return std::nullopt;
    NamedSet Both = addDims({Domain->Set, Dims}, {Element});
    Both = Both.intersect(
        zero(Space.Context, Address - Polynomial::symbol(Element), Both.Dims));
    return projectOnto(Both, {Element}).Set;
  }

  KernelSpace Space;
  const KernelModel &K;
  const LaunchModel &L;
  isl::set Known; ///< `{ [element] }`, and what holds of parameters
  bool Certain = true;
};

} // namespace

bool overwrites(isl::ctx Context, const KernelModel &Kernel,
                const LaunchModel &Launch, ArrayId Array,
                const HostValue &Bytes) {
  const ArrayInfo &A = Kernel.array(Array);
  if (!hasCompleteAccesses(Kernel) || A.Reassigned || A.Volatile ||
      Bytes.Divisor != 1 || A.ElementBytes == 0)
    return false;
  std::optional<Polynomial> Count = Bytes.Numerator.dividedBy(A.ElementBytes);
  if (!Count)
    return false;
  // Cheap where it holds: anything harder is not worth the time.
  llvm::Expected<bool> Proved = guarded(
      Context,
      [&] { return Prover(Context, Kernel, Launch).run(Array, *Count); },
      /*Operations=*/50'000);
  if (Proved)
    return *Proved;
  llvm::consumeError(Proved.takeError());
  return false;
}

} // namespace tessera
