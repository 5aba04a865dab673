//===- LaunchValues.cpp - What a launch can compute -----------------------===//
#include "launches/LaunchValues.h"
#include "tessera/Analysis/AssumedFacts.h"
#include "tessera/Analysis/LaunchContext.h"
#include "tessera/Polyhedral/Guarded.h"
#include "tessera/Polyhedral/NonNegative.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

bool isOperand(llvm::StringRef Text) {
  return llvm::all_of(Text,
                      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

static std::string asOperand(llvm::StringRef Text) {
  bool Simple = true;
  for (llvm::StringRef Rest = Text; Simple && !Rest.empty();)
    if (!Rest.consume_front("->")) {
      Simple = !llvm::StringRef(" +-*/%<>?:&|^").contains(Rest.front());
      Rest = Rest.drop_front();
    }
  return Simple ? Text.str() : "(" + Text.str() + ")";
}

std::string valueOf(const LaunchArgument &A) {
  return (A.ConvertedTo.empty() ? "" : "(" + A.ConvertedTo + ")") +
         asOperand(A.Text);
}

/// `a`, `b` and `1` for `dim3(a, b)`; nothing for other texts.
static std::optional<std::array<std::string, 3>> sizesOf(llvm::StringRef Text) {
  if (Text.contains('<') || !Text.consume_front("dim3(") ||
      !Text.consume_back(")"))
    return std::nullopt;
  std::array<std::string, 3> Sizes = {"", "1", "1"};
  int Depth = 0;
  size_t Begin = 0, Number = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    const char C = I < Text.size() ? Text[I] : ',';
    Depth +=
        (C == '(' || C == '{' || C == '[') - (C == ')' || C == '}' || C == ']');
    if (Depth < 0 || Number == 3)
      return std::nullopt;
    if (C != ',' || (Depth > 0 && I < Text.size()))
      continue;
    Sizes[Number++] = Text.slice(Begin, I).trim().str();
    Begin = I + 1;
  }
  return Depth == 0 && !Sizes[0].empty() ? std::optional(Sizes) : std::nullopt;
}

std::string sizeAtLaunch(llvm::StringRef Text, bool IsScalar, char Axis) {
  if (!IsScalar)
    if (auto Sizes = sizesOf(Text)) {
      const std::string &Size = (*Sizes)[Axis - 'x'];
      return isOperand(Size) ? Size : "(" + Size + ")";
    }
  std::string Operand = isOperand(Text) ? Text.str() : "(" + Text.str() + ")";
  if (IsScalar)
    return Axis == 'x' ? Operand : "1";
  return Operand + "." + Axis;
}

std::string blocksFor(const OtherBlocks &Other, unsigned Axis,
                      int64_t PerBlock) {
  // Unsigned: a sum of threads and a part of a block has no sign bit to lose.
  return "(" + Other.Threads[Axis] + " + " + std::to_string(PerBlock - 1) +
         "u) / " + std::to_string(PerBlock);
}

std::string gridAtLaunch(const LaunchModel &L, unsigned Axis) {
  if (L.Other && L.Other->Extents[Axis])
    return "(" + blocksFor(*L.Other, Axis, *L.Block[Axis]) + ")";
  const std::string Users =
      sizeAtLaunch(L.GridText, L.GridIsScalar, "xyz"[Axis]);
  if (!L.OneMore || Axis != 0)
    return Users;
  return L.Grid[0] ? std::to_string(*L.Grid[0])
                   : "(" + Users + " + (" + Users + " > 0))";
}

/// The argument at \p L that \p Symbol of \p K stands for; null if it stands
/// for something else, or has no text that can be repeated.
static const LaunchArgument *argumentFor(llvm::StringRef Symbol,
                                         const KernelModel &K,
                                         const LaunchModel &L) {
  for (unsigned I = 0; I < K.Parameters.size() && I < L.Arguments.size(); ++I)
    if (K.Parameters[I].Symbol == Symbol)
      return L.Arguments[I].Repeatable ? &L.Arguments[I] : nullptr;
  return nullptr;
}

/// Values of a kernel's symbols at one launch, as host expressions. \p Text:
/// what is below 0 may have the text's value instead of the parameter's.
static std::optional<std::string> atLaunch(llvm::StringRef Symbol,
                                           const KernelModel &K,
                                           const LaunchModel &L,
                                           bool Text = false) {
  if (const LaunchArgument *A = argumentFor(Symbol, K, L))
    return Text && A->NaturalBits > 0 ? asOperand(A->Text) : valueOf(*A);
  if (Symbol.size() == 2 && Symbol[0] == 'B' && (L.Other || L.Reshaped))
    return std::to_string(*L.Block[Symbol[1] - 'x']);
  if (Symbol.size() == 2 && Symbol[0] == 'B' && L.BlockIsRepeatable)
    return sizeAtLaunch(L.BlockText, L.BlockIsInteger, Symbol[1]);
  if (Symbol.size() == 2 && Symbol[0] == 'G' && L.GridRepeatable)
    return gridAtLaunch(L, Symbol[1] - 'x');
  return std::nullopt;
}

std::optional<std::string>
shortAtLaunch(const Polynomial &P, const KernelModel &K, const LaunchModel &L) {
  if (std::optional<int64_t> Known = P.constant())
    return std::to_string(*Known);
  if (P.symbols().size() == 1 && P == Polynomial::symbol(*P.symbols().begin()))
    return atLaunch(*P.symbols().begin(), K, L);
  return valueAtLaunch(P, K, L);
}

std::optional<std::string>
valueAtLaunch(const Polynomial &P, const KernelModel &K, const LaunchModel &L) {
  bool Known = true;
  std::string Text = toCExpression(
      P,
      [&](llvm::StringRef Symbol) {
        std::optional<std::string> Value = atLaunch(Symbol, K, L);
        Known &= Value.has_value();
        return Value.value_or("");
      },
      "(long long)");
  return Known ? std::optional(Text) : std::nullopt;
}

/// `P >= 0` at a launch, both sides of the comparison positive.
static std::optional<std::string>
testAtLaunch(const Polynomial &P, const KernelModel &K, const LaunchModel &L) {
  Polynomial Left, Right;
  for (const auto &[M, Coefficient] : P.terms()) {
    Polynomial Term(Coefficient < 0 ? -Coefficient : Coefficient);
    for (const std::string &Symbol : M)
      Term = Term * Polynomial::symbol(Symbol);
    (Coefficient < 0 ? Right : Left) += Term;
  }
  // A parameter alone needs no more bits.
  auto IsAlone = [](const Polynomial &Side, const Polynomial &Other) {
    const std::optional<int64_t> Known = Other.constant();
    const std::set<std::string> Symbols = Side.symbols();
    return Known && *Known <= std::numeric_limits<int32_t>::max() &&
           Symbols.size() == 1 && Side == Polynomial::symbol(*Symbols.begin());
  };
  if (IsAlone(Left, Right))
    // What is below 0 is too small; as an unsigned value it is large.
    if (auto Value = atLaunch(*Left.symbols().begin(), K, L, /*Text=*/true))
      return *Value + " >= " + std::to_string(*Right.constant());
  if (IsAlone(Right, Left)) {
    const std::string Symbol = *Right.symbols().begin();
    const int64_t Most = *Left.constant();
    const LaunchArgument *A = argumentFor(Symbol, K, L);
    if (A && A->NaturalBits > 0 && A->NaturalBits < 63 &&
        Most >= (int64_t(1) << A->NaturalBits) - 1)
      return asOperand(A->Text) + " >= 0";
    if (auto Value = atLaunch(Symbol, K, L))
      return *Value + " <= " + std::to_string(Most);
  }
  std::optional<std::string> L1 = valueAtLaunch(Left, K, L);
  std::optional<std::string> R1 = valueAtLaunch(Right, K, L);
  if (!L1 || !R1)
    return std::nullopt;
  return Left.constant() ? *R1 + " <= " + *L1 : *L1 + " >= " + *R1;
}

/// The value of \p P at \p L, if the program's text tells it.
static std::optional<int64_t>
knownAtLaunch(const Polynomial &P, const KernelModel &K, const LaunchModel &L) {
  LaunchShape Shape = shapeOf(L, K);
  return specialise(P, Shape)
      .substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
        auto It = Shape.Constants.find(S.str());
        return It == Shape.Constants.end()
                   ? std::nullopt
                   : std::optional<Polynomial>(It->second);
      })
      .constant();
}

/// Whether \p P >= 0 follows from what the user says about its parameters,
/// which it multiplies by each other.
static bool followsWithProducts(const Polynomial &P, const KernelModel &K,
                                const LaunchModel &L) {
  if (K.Assumed.empty())
    return false;
  const LaunchShape Shape = shapeOf(L, K);
  std::vector<Polynomial> Facts;
  for (const Polynomial &Fact : K.Assumed.NotNegative)
    Facts.push_back(specialise(Fact, Shape));
  std::set<std::string> Naturals = {"Bx", "By", "Bz", "Gx", "Gy", "Gz"};
  for (const ParameterInfo &Parameter : K.Parameters)
    if (Parameter.IsUnsigned || isAssumedNatural(Parameter.Symbol, K.Assumed))
      Naturals.insert(Parameter.Symbol);
  return NonNegative(std::move(Facts), std::move(Naturals))
      .proves(specialise(P, Shape));
}

bool isKnownAt(const Polynomial &P, const KernelModel &K,
               const LaunchModel &L) {
  if (std::optional<int64_t> Known = knownAtLaunch(P, K, L))
    return *Known >= 0;
  IslContext Context;
  llvm::Expected<bool> Proved = guarded(Context, [&] {
    LaunchContext Facts(Context, K, L, {});
    for (const char *Blocks : {"Gx", "Gy", "Gz"})
      Facts.assume(Polynomial::symbol(Blocks) - 1);
    Facts.addLaunch();
    return Facts.proves(specialise(P, Facts.space().Shape));
  });
  if (!Proved)
    llvm::consumeError(Proved.takeError());
  else if (*Proved)
    return true;
  return followsWithProducts(P, K, L);
}

bool isMultipleAt(const Polynomial &P, int64_t Of, const KernelModel &K,
                  const LaunchModel &L) {
  if (std::optional<int64_t> Known = knownAtLaunch(P, K, L))
    return *Known % Of == 0;
  if (K.Assumed.Multiples.empty())
    return false;
  IslContext Context;
  llvm::Expected<bool> Proved = guarded(Context, [&] {
    LaunchContext Facts(Context, K, L, {});
    Facts.addLaunch();
    return Facts.provesMultiple(specialise(P, Facts.space().Shape), Of);
  });
  if (Proved)
    return *Proved;
  llvm::consumeError(Proved.takeError());
  return false;
}

bool followsFrom(const Polynomial &P, llvm::ArrayRef<Polynomial> Given) {
  return llvm::any_of(Given, [&](const Polynomial &G) {
    return (P - G).constant().value_or(-1) >= 0;
  });
}

std::optional<std::string> testUnlessKnown(const Polynomial &P,
                                           const KernelModel &K,
                                           const LaunchModel &L) {
  if (std::optional<int64_t> Known = knownAtLaunch(P, K, L))
    return *Known < 0 ? std::nullopt : std::optional<std::string>("");
  if (isKnownAt(P, K, L))
    return "";
  return testAtLaunch(P, K, L);
}

std::optional<std::string> testMultiple(llvm::StringRef Symbol, int64_t Of,
                                        const KernelModel &K,
                                        const LaunchModel &L) {
  if (isMultipleAt(Polynomial::symbol(Symbol), Of, K, L))
    return "";
  if (knownAtLaunch(Polynomial::symbol(Symbol), K, L))
    return std::nullopt;
  std::optional<std::string> Value =
      atLaunch(Symbol, K, L, llvm::isPowerOf2_64(Of));
  if (!Value)
    return std::nullopt;
  return *Value + " % " + std::to_string(Of) + " == 0";
}

std::optional<std::string> testAligned(const ArrayInfo &A, int64_t Bytes,
                                       const LaunchModel &L) {
  const LaunchArgument &Argument = L.Arguments[A.Parameter];
  if (A.AlignedTo % Bytes == 0)
    return "";
  // All memory that is allocated begins on more.
  if (Argument.AtRoot && Argument.Root.K == PointerRoot::Kind::Allocation)
    return "";
  if (!Argument.Repeatable)
    return std::nullopt;
  std::string Pointer =
      isOperand(Argument.Text) ? Argument.Text : "(" + Argument.Text + ")";
  return "(size_t)" + Pointer + " % " + std::to_string(Bytes) + " == 0";
}

bool keepsKernel(const LaunchModel &L) {
  return !L.AsCall && !L.ByName &&
         (L.Fixed || (!L.isElsewhere() && L.Callee.size() == 0));
}

} // namespace tessera
