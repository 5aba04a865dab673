//===- LaunchChoice.cpp - Which launches start a rewritten kernel ---------===//
//
// What a plan needs to know of a kernel's parameters, its launches can compute:
// the arguments are host expressions.
//
//===----------------------------------------------------------------------===//
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// Whether \p Text is a name or a number.
static bool isOperand(llvm::StringRef Text) {
  return llvm::all_of(Text,
                      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// One number of a grid or block, \p Text, at a launch.
static std::string sizeAtLaunch(llvm::StringRef Text, bool IsScalar,
                                char Axis) {
  std::string Operand =
      isOperand(Text) ||
              (!IsScalar && Text.starts_with("dim3(") && Text.ends_with(")"))
          ? Text.str()
          : "(" + Text.str() + ")";
  if (IsScalar)
    return Axis == 'x' ? Operand : "1";
  return Operand + "." + Axis;
}

/// Values of a kernel's symbols at one launch, as host expressions.
static std::optional<std::string>
atLaunch(llvm::StringRef Symbol, const KernelModel &K, const LaunchModel &L) {
  for (unsigned I = 0; I < K.Parameters.size(); ++I) {
    if (K.Parameters[I].Symbol != Symbol)
      continue;
    if (I >= L.Arguments.size() || !L.Arguments[I].Repeatable)
      return std::nullopt;
    llvm::StringRef Text = L.Arguments[I].Text;
    bool Simple = Text.find_first_of(" +-*/%<>?:&|^") == llvm::StringRef::npos;
    return Simple ? Text.str() : "(" + Text.str() + ")";
  }
  if (Symbol.size() == 2 && Symbol[0] == 'B' && L.BlockIsRepeatable)
    return sizeAtLaunch(L.BlockText, L.BlockIsInteger, Symbol[1]);
  if (Symbol.size() == 2 && Symbol[0] == 'G' && L.GridRepeatable)
    return sizeAtLaunch(L.GridText, L.GridIsScalar, Symbol[1]);
  return std::nullopt;
}

/// \p P at a launch, with 64 bits; nothing if its symbols have no text there.
static std::optional<std::string>
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

/// The test whether `P >= 0` at \p L; empty if the text tells that it is.
/// \returns nothing if it cannot be told, or is known to be false.
static std::optional<std::string> testUnlessKnown(const Polynomial &P,
                                                  const KernelModel &K,
                                                  const LaunchModel &L) {
  if (std::optional<int64_t> Known = knownAtLaunch(P, K, L))
    return *Known < 0 ? std::nullopt : std::optional<std::string>("");
  return testAtLaunch(P, K, L);
}

/// The test whether \p L may have a coarser grid, as above.
static std::optional<std::string> testCoverage(const GridCoverage &C,
                                               const KernelModel &K,
                                               const LaunchModel &L) {
  if (std::optional<int64_t> Known = L.Grid[C.Axis])
    if (*Known % C.Factor == 0)
      return "";
  if (C.Guarded)
    if (std::optional<std::string> Test = testUnlessKnown(*C.Guarded, K, L))
      return Test;
  if (L.Grid[C.Axis] || !L.GridRepeatable)
    return std::nullopt;
  return sizeAtLaunch(L.GridText, L.GridIsScalar, "xyz"[C.Axis]) + " % " +
         std::to_string(C.Factor) + " == 0";
}

/// What \p L must test before it starts the kernel of \p Plan, as above.
static std::optional<std::string> testsAtLaunch(const KernelPlan &Plan,
                                                const KernelModel &K,
                                                const LaunchModel &L) {
  std::vector<std::optional<std::string>> Tests;
  for (const Polynomial &Condition : Plan.Conditions)
    Tests.push_back(testUnlessKnown(Condition, K, L));
  for (const GridCoverage &C : Plan.Coverage)
    Tests.push_back(testCoverage(C, K, L));
  std::string All;
  for (const std::optional<std::string> &Test : Tests) {
    if (!Test)
      return std::nullopt;
    if (!Test->empty())
      All += (All.empty() ? "" : " && ") + *Test;
  }
  return All;
}

/// The grid of \p L for a kernel with several outputs per thread.
///
/// Before:  k<<<grid, block>>>(..)
/// After:   k<<<dim3((grid.x + 7) / 8, grid.y, grid.z), block>>>(..)
static std::string coarserGrid(const LaunchModel &L,
                               llvm::ArrayRef<Coarsening> Axes) {
  auto Divided = [](const std::string &Size, int64_t By) {
    return "(" + Size + " + " + std::to_string(By - 1) + ") / " +
           std::to_string(By);
  };
  bool Name = isOperand(L.GridText);
  if (L.GridIsScalar && Axes.size() == 1 && Axes.front().Axis == 0) {
    // A summand, unless it has operators that bind weaker than `+`.
    bool Summand = llvm::StringRef(L.GridText).find_first_of("<>?:&|^=!,") ==
                   llvm::StringRef::npos;
    std::string Blocks = Divided(Summand ? L.GridText : "(" + L.GridText + ")",
                                 Axes.front().Factor);
    return "dim3(" + Blocks + ")";
  }
  std::string Grid = L.GridIsScalar ? "dim3(" + L.GridText + ")"
                     : Name || llvm::StringRef(L.GridText).starts_with("dim3(")
                         ? L.GridText
                         : "(" + L.GridText + ")";
  std::string Sizes;
  for (unsigned A = 0; A < 3; ++A) {
    std::string Size = Grid + "." + "xyz"[A];
    for (const Coarsening &C : Axes)
      if (C.Axis == A)
        Size = Divided(Size, C.Factor);
    Sizes += (A ? ", " : "") + Size;
  }
  return "dim3(" + Sizes + ")";
}

/// The block of \p L with its axes in another order.
///
/// Before:  k<<<grid, block>>>(..)
/// After:   k<<<grid, dim3(block.y, block.x, block.z)>>>(..)
static std::string reorderedBlock(const LaunchModel &L,
                                  const ThreadOrder &Order) {
  std::array<std::string, 3> Sizes;
  for (unsigned A = 0; A < 3; ++A)
    Sizes[A] = isOperand(L.BlockText) || !L.Block[A]
                   ? sizeAtLaunch(L.BlockText, L.BlockIsInteger, "xyz"[A])
                   : std::to_string(*L.Block[A]);
  return "dim3(" + llvm::join(inOrder(Sizes, Order), ", ") + ")";
}

std::vector<LaunchChoice> chooseLaunches(const Program &P,
                                         const KernelPlan &Plan) {
  const KernelModel &K = P.kernel(Plan.Kernel);
  std::vector<LaunchChoice> Choices;
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const LaunchModel &L = P.Launches[I];
    if (!Plan.serves(L))
      continue;
    std::optional<std::string> Test = testsAtLaunch(Plan, K, L);
    bool Known = Test.has_value();
    LaunchChoice Choice{{I}, Test.value_or(""), "", "", ""};
    if (Plan.DynamicBytes) {
      std::optional<std::string> Bytes =
          valueAtLaunch(*Plan.DynamicBytes, K, L);
      Known &= Bytes.has_value();
      Choice.DynamicBytes = Bytes.value_or("");
    }
    if (Plan.OptIn) // a statement before the launch allows it
      Known &= placeBehind(P, {I}).has_value();
    if (!Plan.Coarsen.empty()) {
      Known &= L.GridRepeatable;
      Choice.Grid = coarserGrid(L, Plan.Coarsen);
    }
    if (Plan.newBlock() != Plan.Block) {
      Known &= L.BlockIsRepeatable && L.BlockSource.size() > 0;
      Choice.Block = reorderedBlock(L, Plan.Threads);
    }
    if (Known)
      Choices.push_back(std::move(Choice));
  }
  return Choices;
}

} // namespace tessera
