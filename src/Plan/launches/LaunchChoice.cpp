//===- LaunchChoice.cpp - Which launches start a rewritten kernel ---------===//
#include "launches/LaunchValues.h"
#include "launches/Overlaps.h"
#include "tessera/Analysis/Coarsening.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// The most blocks that a grid may have along an axis: CUDA C++ Programming
/// Guide, technical specifications.
static int64_t mostBlocks(unsigned Axis) {
  return Axis == 0 ? std::numeric_limits<int32_t>::max() : 65535;
}

/// The test whether \p L may have the grid after \p C, as above.
static std::optional<std::string>
testChange(const GridChange &C, const KernelModel &K, const LaunchModel &L) {
  if (C.Split > 1) {
    const Polynomial Blocks =
        Polynomial::symbol(std::string("G") + "xyz"[C.Axis]);
    return testUnlessKnown(Polynomial(mostBlocks(C.Axis) / C.Split) - Blocks, K,
                           L);
  }
  if (C.Most)
    return C.Guarded ? testUnlessKnown(*C.Guarded, K, L) : "";
  if (isMultipleAt(L.Grid[C.Axis]
                       ? Polynomial(*L.Grid[C.Axis])
                       : Polynomial::symbol(std::string("G") + "xyz"[C.Axis]),
                   C.Merged, K, L))
    return "";
  if (C.Guarded)
    if (std::optional<std::string> Test = testUnlessKnown(*C.Guarded, K, L))
      return Test;
  if (L.Grid[C.Axis] || !L.GridRepeatable)
    return std::nullopt;
  return sizeAtLaunch(L.GridText, L.GridIsScalar, "xyz"[C.Axis]) + " % " +
         std::to_string(C.Merged) + " == 0";
}

/// Whether \p Text can be a side of a comparison, or a summand: it has no
/// operators that bind weaker than `+`.
static bool isSummand(llvm::StringRef Text) {
  return Text.find_first_of("<>?:&|^=!,") == llvm::StringRef::npos;
}

/// Whether \p P, of the kernel \p K, is made of parameters alone.
static bool isOfParameters(const Polynomial &P, const KernelModel &K) {
  return llvm::all_of(P.symbols(), [&](const auto &Symbol) {
    return llvm::any_of(K.Parameters, [&](const ParameterInfo &Parameter) {
      return Parameter.Symbol == Symbol;
    });
  });
}

/// The blocks of \p L: those along the axes that it knows, along the others,
/// and which these are.
static std::tuple<int64_t, Polynomial, std::vector<unsigned>>
blocksOf(const LaunchModel &L) {
  int64_t Known = 1;
  Polynomial Others = 1;
  std::vector<unsigned> Open;
  for (unsigned A = 0; A < 3; ++A)
    if (L.Grid[A]) {
      Known *= *L.Grid[A];
    } else {
      Open.push_back(A);
      Others = Others * Polynomial::symbol(std::string("G") + "xyz"[A]);
    }
  return {Known, Others, Open};
}

/// The threads along \p Axis that do something, if a guard has their number.
static std::optional<Polynomial>
threadsAlong(unsigned Axis, const KernelModel &K, const KernelPlan &Plan) {
  LaunchShape Shape;
  Shape.Block = Plan.Block;
  return guardedExtent(K, Axis, Shape);
}

/// The blocks along \p Axis that have as many threads as \p Plan wants: where
/// there are guards, the last block may have one that does something.
static int64_t blocksAlong(unsigned Axis, const KernelModel &K,
                           const KernelPlan &Plan) {
  const int64_t Threads = Plan.Least.Along[Axis],
                Size = std::max<int64_t>(1, Plan.Block[Axis].value_or(1));
  if (Threads <= 1)
    return 0;
  return K.Guards.empty() ? int64_t(llvm::divideCeil(Threads, Size))
                          : int64_t(llvm::divideCeil(Threads - 1, Size)) + 1;
}

/// What must not be negative for \p L to have as many threads that do something
/// along each axis as \p Plan wants, where neither that nor the number of all
/// blocks says it of blocks.
static std::vector<Polynomial> conditionsOfSize(const KernelPlan &Plan,
                                                const KernelModel &K,
                                                const LaunchModel &L) {
  const auto [Known, Others, Open] = blocksOf(L);
  std::vector<Polynomial> Conditions;
  // Of several kernels nothing can be tested: what large launches gain counts.
  if (Plan.Coarsen.empty() && keepsKernel(L))
    return Conditions;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    const std::optional<Polynomial> Threads = threadsAlong(Axis, K, Plan);
    const bool Follows =
        Open == std::vector<unsigned>{Axis} &&
        Plan.Least.Blocks >= blocksAlong(Axis, K, Plan) * Known;
    if (Threads && Plan.Least.Along[Axis] && !Follows)
      Conditions.push_back(*Threads - Plan.Least.Along[Axis]);
  }
  return Conditions;
}

/// The tests whether \p L has at least the blocks of \p Least, as above.
static std::vector<std::optional<std::string>>
testsOfSize(const KernelPlan &Plan, const KernelModel &K,
            const LaunchModel &L) {
  std::vector<std::optional<std::string>> Tests;
  LeastLaunch Least = Plan.Least;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Least.Along[Axis] =
        threadsAlong(Axis, K, Plan) ? 0 : blocksAlong(Axis, K, Plan);
  auto [Known, Others, Open] = blocksOf(L);
  const Polynomial All = Others * Known;
  if (Open.size() == 1) { // that axis says it all
    int64_t &Along = Least.Along[Open.front()];
    Known = std::max<int64_t>(1, Known);
    Along = std::max(Along, (Least.Blocks + Known - 1) / Known);
    Least.Blocks = 0;
  }
  for (unsigned A = 0; A < 3; ++A) {
    if (!Least.Along[A])
      continue;
    const Polynomial Blocks =
        L.Grid[A] ? Polynomial(*L.Grid[A])
                  : Polynomial::symbol(std::string("G") + "xyz"[A]);
    std::optional<std::string> Test =
        testUnlessKnown(Blocks - Least.Along[A], K, L);
    if (Test && !Test->empty()) { // nothing is computed that needs 64 bits
      std::string Size = sizeAtLaunch(L.GridText, L.GridIsScalar, "xyz"[A]);
      llvm::StringRef Inner = Size;
      if (Inner.consume_front("(") && Inner.consume_back(")") &&
          isSummand(Inner))
        Size = Inner.str();
      Test = Size + " >= " + std::to_string(Least.Along[A]);
    }
    Tests.push_back(std::move(Test));
  }
  if (Least.Blocks)
    Tests.push_back(testUnlessKnown(All - Least.Blocks, K, L));
  return Tests;
}

/// How many cells run time gives \p Tile, for each of those along the
/// dimensions of known size.
static Polynomial runTimeCells(const TileStage &Tile) {
  Polynomial Cells = 1;
  for (const TileDimension &D : Tile.Dimensions)
    if (!D.Extent.constant())
      Cells = Cells * D.Extent;
  return Cells;
}

/// What must not be negative for the loops with strips of \p Plan to have as
/// many rounds as it wants, and tiles of a size of run time as many cells, of
/// what parameters tell.
static std::vector<Polynomial> conditionsOfGain(const KernelPlan &Plan,
                                                const KernelModel &K,
                                                const LaunchModel &L) {
  const LeastLaunch &Least = Plan.Least;
  const auto [Known, Blocks, Open] = blocksOf(L);
  std::vector<Polynomial> Conditions;
  for (const StagePoint &Point : Plan.Points) {
    if (Point.Loop) {
      const LoopInfo &Loop = K.loop(*Point.Loop);
      const Polynomial Span = Loop.Upper - Loop.Lower;
      if (!isOfParameters(Span, K))
        continue;
      const Polynomial More = Span - Least.Rounds * Loop.Step;
      if (Least.Rounds)
        Conditions.push_back(More);
      // Who says that loops are long has no test for few blocks of them.
      if (Least.Work > std::max<int64_t>(1, Least.Blocks) * Least.Rounds &&
          (Least.Blocks || testUnlessKnown(More, K, L) != ""))
        Conditions.push_back(
            Blocks * Span -
            int64_t(llvm::divideCeil(Least.Work, std::max<int64_t>(1, Known))) *
                Loop.Step);
      continue;
    }
    for (const TileStage &Tile : Point.Tiles)
      if (Least.Rounds && !Tile.hasKnownSize() &&
          isOfParameters(runTimeCells(Tile), K))
        Conditions.push_back(runTimeCells(Tile) - Least.Rounds);
  }
  return Conditions;
}

/// Those of \p Conditions, which must not be negative, that follow from no
/// other one: of `m - 12` and `m` the first.
static std::vector<Polynomial>
strongest(llvm::ArrayRef<Polynomial> Conditions) {
  std::vector<Polynomial> Result;
  for (const Polynomial &C : Conditions) {
    if (followsFrom(C, Result))
      continue;
    llvm::erase_if(Result, [&](const auto &R) { return followsFrom(R, {C}); });
    Result.push_back(C);
  }
  return Result;
}

/// All of \p Tests that follow from no other: `n >= 64 && w % 4 == 0`; none
/// where one of them cannot be told.
static std::optional<std::string>
allOf(llvm::ArrayRef<std::optional<std::string>> Tests) {
  std::vector<std::string> All;
  for (const std::optional<std::string> &Test : Tests) {
    if (!Test)
      return std::nullopt;
    if (!Test->empty() && !llvm::is_contained(All, *Test))
      All.push_back(*Test);
  }
  std::vector<std::string> Needed; // not `n >= 0` beside `n >= 64`
  for (llvm::StringRef Test : All) {
    llvm::StringRef Side = Test;
    const bool Natural = Side.consume_back("0") && Side.ends_with(">= ");
    if (!Natural || llvm::none_of(All, [&](llvm::StringRef Other) {
          return Other != Test && Other.consume_front(Side) &&
                 llvm::all_of(Other, llvm::isDigit);
        }))
      Needed.push_back(Test.str());
  }
  return llvm::join(Needed, " && ");
}

/// What \p L must test, as above, for the kernel of \p Plan to be right, where
/// \p Conditions must not be negative.
static std::vector<std::optional<std::string>>
testsOfMeaning(const KernelPlan &Plan, llvm::ArrayRef<Polynomial> Conditions,
               TouchedRanges &Ranges) {
  const KernelModel &K = Ranges.Kernel;
  const LaunchModel &L = Ranges.Launch;
  std::vector<std::optional<std::string>> Tests;
  for (const Polynomial &Condition : Conditions)
    Tests.push_back(testUnlessKnown(Condition, K, L));
  for (const GridChange &C : Plan.Grid)
    Tests.push_back(testChange(C, K, L));
  for (auto [A, B] : Plan.Apart)
    Tests.push_back(testApart(Ranges, A, B, Conditions));
  std::map<std::string, int64_t> Multiples = Plan.Multiples;
  std::map<ArrayId, int64_t> Aligned = Plan.Aligned;
  if (Plan.Interior) {
    Multiples = Plan.Interior->Multiples;
    Aligned = Plan.Interior->Aligned;
    for (ArrayId Array : Plan.Interior->TestedInside)
      Aligned.erase(Array);
  }
  for (const auto &[Symbol, Of] : Multiples)
    Tests.push_back(testMultiple(Symbol, Of, K, L));
  for (const auto &[Array, Bytes] : Aligned)
    Tests.push_back(testAligned(K.array(Array), Bytes, L));
  return Tests;
}

/// The size of the grid of \p L along the axis of \p C, where blocks are
/// persistent: \p Size, but with the other axes no more than `Most`, or one
/// row.
///
/// After:   grid.x < 1056 ? grid.x : 1056
/// or:      grid.y < 1056 / (grid.x + 1) + 1 ? grid.y : 1056 / (grid.x + 1) + 1
static std::string atMost(const LaunchModel &L, const GridChange &C,
                          const std::string &Size) {
  int64_t Most = C.Most;
  std::string Others;
  for (unsigned A = 0; A < 3; ++A)
    if (A != C.Axis && L.Grid[A])
      Most /= std::max<int64_t>(1, *L.Grid[A]);
    else if (A != C.Axis)
      Others += (Others.empty() ? "" : " * ") +
                sizeAtLaunch(L.GridText, L.GridIsScalar, "xyz"[A]);
  Most = std::max<int64_t>(1, Most);
  if (Others.empty() && L.Grid[C.Axis])
    return *L.Grid[C.Axis] <= Most ? Size : std::to_string(Most);
  std::string Bound = std::to_string(Most);
  if (!Others.empty()) // which may be 0
    Bound += " / (" + Others + " + 1) + 1";
  return Size + " < " + Bound + " ? " + Size + " : " + Bound;
}

/// The grid of \p L after \p Changes.
///
/// Before:  k<<<grid, block>>>(..)
/// After:   k<<<dim3((grid.x + 7) / 8, grid.y, grid.z), block>>>(..)
/// or:      k<<<dim3(grid.x < 1056 ? grid.x : 1056, grid.y, grid.z), ..
static std::string changedGrid(const LaunchModel &L,
                               llvm::ArrayRef<GridChange> Changes) {
  auto Changed = [&](const std::string &Size, bool Simple,
                     const GridChange &C) {
    if (C.Most)
      return atMost(L, C, Size);
    if (C.Split > 1)
      return (Simple ? Size : "(" + Size + ")") + " * " +
             std::to_string(C.Split);
    return "(" + Size + " + " + std::to_string(C.Merged - 1) + ") / " +
           std::to_string(C.Merged);
  };
  bool Name = isOperand(L.GridText);
  if (L.GridIsScalar && Changes.size() == 1 && Changes.front().Axis == 0) {
    return "dim3(" +
           Changed(isSummand(L.GridText) ? L.GridText : "(" + L.GridText + ")",
                   Name, Changes.front()) +
           ")";
  }
  std::string Sizes;
  for (unsigned A = 0; A < 3; ++A) {
    std::string Size = sizeAtLaunch(L.GridText, L.GridIsScalar, "xyz"[A]);
    auto At =
        llvm::find_if(Changes, [&](const auto &C) { return C.Axis == A; });
    if (At != Changes.end())
      Size = Changed(Size, true, *At);
    else if (llvm::StringRef(Size).ends_with(")"))
      Size = Size.substr(1, Size.size() - 2); // it is no operand here
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

/// `dim3(32, 8)`, `dim3(128)`
static std::string textOf(const BlockSizes &Block) {
  const unsigned Last = Block[2] > 1 ? 2 : Block[1] > 1;
  std::string Sizes;
  for (unsigned A = 0; A <= Last; ++A)
    Sizes += (A ? ", " : "") + std::to_string(Block[A]);
  return "dim3(" + Sizes + ")";
}

/// \p Block by the name of the `dim3` that is the block of \p L:
/// `dim3(block.x * 2, block.y / 2)`.
static std::optional<std::string> scaledBlock(const LaunchModel &L,
                                              const BlockSizes &Block) {
  if (L.BlockIsInteger || !llvm::all_of(L.BlockText, [](char C) {
        return llvm::isAlnum(C) || C == '_';
      }))
    return std::nullopt;
  std::string All, Needed;
  for (unsigned A = 0; A < 3; ++A) {
    const int64_t Users = L.Block[A].value_or(0);
    if (Users <= 0 || (Block[A] % Users != 0 && Users % Block[A] != 0))
      return std::nullopt;
    All += (A ? ", " : "") + L.BlockText + "." + "xyz"[A];
    if (Block[A] > Users)
      All += " * " + std::to_string(Block[A] / Users);
    if (Block[A] < Users)
      All += " / " + std::to_string(Users / Block[A]);
    if (Block[A] != 1 || Users != 1)
      Needed = All;
  }
  return "dim3(" + Needed + ")";
}

/// Whether \p Launch, a statement somewhere in \p S, is one of a block, and no
/// jump goes past it.
static bool isInBlock(const HostStatement &S, LaunchId Launch) {
  using Kind = HostStatement::Kind;
  if (S.K == Kind::Opaque || S.K == Kind::Switch)
    return false;
  if (llvm::is_contained(S.Launches, Launch))
    return !S.Unbraced;
  return llvm::any_of(S.Children, [&](const HostStatement &Child) {
    return isInBlock(Child, Launch);
  });
}

static bool mayDeclareBefore(const Program &P, LaunchId Launch) {
  return P.launch(Launch).Statement.size() > 0 &&
         llvm::any_of(P.Host.Functions, [&](const HostFunction &F) {
           return isInBlock(F.Body, Launch);
         });
}

std::vector<LaunchChoice> chooseLaunches(const Program &P,
                                         const KernelPlan &Plan) {
  const KernelModel &K = P.kernel(Plan.Kernel);
  std::vector<LaunchChoice> Choices;
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const LaunchModel &L = P.Launches[I];
    if (!Plan.serves(L) || L.SwitchedOff)
      continue;
    std::vector<Polynomial> Conditions = conditionsOfSize(Plan, K, L);
    llvm::append_range(Conditions, conditionsOfGain(Plan, K, L));
    llvm::append_range(Conditions, Plan.Conditions);
    TouchedRanges Ranges(K, L);
    auto Tests = testsOfSize(Plan, K, L);
    llvm::append_range(Tests,
                       testsOfMeaning(Plan, strongest(Conditions), Ranges));
    const std::optional<std::string> Test = allOf(Tests);
    bool Known = Test.has_value();
    LaunchChoice Choice;
    Choice.Launch = {I};
    Choice.Test = Test.value_or("");
    Choice.Possible =
        allOf(testsOfMeaning(Plan, strongest(Plan.Conditions), Ranges))
            .value_or("");
    Choice.MayDeclare = mayDeclareBefore(P, Choice.Launch);
    bool Tiles = Plan.hasTiles() && !Plan.hasOnlyCopies();
    Choice.TestName = Plan.Persistent ? "persistent"
                      : Tiles         ? "tiles_fit"
                                      : "apart";
    if (Plan.DynamicBytes) {
      std::optional<std::string> Bytes =
          valueAtLaunch(*Plan.DynamicBytes, K, L);
      Known &= Bytes.has_value();
      Choice.DynamicBytes = Bytes.value_or("");
    }
    if (Plan.OptIn) // a statement before the launch allows it, in this file
      Known &= placeBehind(P, LaunchId{I}).has_value();
    if (!Plan.Grid.empty()) {
      Known &= L.GridRepeatable;
      Choice.Grid = changedGrid(L, Plan.Grid);
    }
    if (Plan.newBlock() != Plan.Block) {
      Known &= L.BlockIsRepeatable && L.BlockSource.size() > 0;
      Choice.Block = !Plan.Relaunch ? reorderedBlock(L, Plan.Threads)
                                    : textOf(*Plan.Relaunch);
      // The user's variable stays in use where no test chooses it.
      if (Plan.Relaunch && Choice.Test.empty())
        Choice.Block = scaledBlock(L, *Plan.Relaunch).value_or(Choice.Block);
    }
    // In a namespace, another file cannot declare a version of it.
    if (keepsKernel(L) || (L.isElsewhere() && !K.AtFileScope))
      Known &= Choice.Test.empty() && Choice.Grid.empty() &&
               Choice.Block.empty() && Choice.DynamicBytes.empty();
    if (Known)
      Choices.push_back(std::move(Choice));
  }
  return Choices;
}

/// Whether \p K, which another file defines, can get versions here: their
/// declarations are its own with other names.
static bool canDeclareVersions(const Program &P, const KernelModel &K,
                               llvm::ArrayRef<VersionElsewhere> Versions) {
  return K.AtFileScope && K.ParameterList.End > 0 &&
         llvm::none_of(Versions, [&](const VersionElsewhere &V) {
           return P.Host.Identifiers.count(V.Name);
         });
}

std::vector<LaunchChoice> choicesElsewhere(const Program &P, LaunchId Launch) {
  std::vector<LaunchChoice> Choices;
  if (keepsKernel(P.launch(Launch)) ||
      !canDeclareVersions(P, P.kernel(P.launch(Launch).Kernel),
                          P.launch(Launch).Versions))
    return Choices;
  for (const VersionElsewhere &V : P.launch(Launch).Versions) {
    LaunchChoice &Choice = Choices.emplace_back();
    Choice.Launch = Launch;
    Choice.Test = V.Test;
    Choice.DynamicBytes = V.DynamicBytes;
    Choice.Grid = V.Grid;
    Choice.Block = V.Block;
    Choice.TestName = V.TestName;
    Choice.MayDeclare = mayDeclareBefore(P, Launch);
  }
  return Choices;
}

} // namespace tessera
