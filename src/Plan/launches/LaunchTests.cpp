//===- LaunchTests.cpp - What launches test before they start versions ----===//
#include "launches/LaunchTests.h"
#include "launches/LaunchValues.h"
#include "launches/Overlaps.h"
#include "registers/CornerTests.h"
#include "tessera/Support/Conditions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// Both ends of an axis have at the most this part of all outputs: each thread
/// there works on one output after the other.
constexpr int64_t PartAtEnds = 8;

/// The most blocks that a grid may have along an axis: CUDA C++ Programming
/// Guide, technical specifications.
static int64_t mostBlocks(unsigned Axis) {
  return Axis == 0 ? std::numeric_limits<int32_t>::max() : 65535;
}

/// Whether a guard of the kernel, \p Guarded = Gx * Bx - extent, ends where the
/// threads of \p L along \p Axis do.
static bool endsAtGuard(const Polynomial &Guarded, unsigned Axis,
                        const LaunchModel &L) {
  if (!L.Other || !L.Other->Extents[Axis])
    return false;
  const Polynomial Threads =
      Polynomial::symbol(std::string("G") + "xyz"[Axis]) * *L.Block[Axis];
  return Guarded == Threads - *L.Other->Extents[Axis];
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
  if (C.Guarded && endsAtGuard(*C.Guarded, C.Axis, L))
    return "";
  if (C.Guarded)
    if (std::optional<std::string> Test = testUnlessKnown(*C.Guarded, K, L))
      return Test;
  if (L.Grid[C.Axis] || !L.GridRepeatable)
    return std::nullopt;
  return gridAtLaunch(L, C.Axis) + " % " + std::to_string(C.Merged) + " == 0";
}

bool isSummand(llvm::StringRef Text) {
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
                                                const LaunchModel &L,
                                                bool CanTest) {
  const auto [Known, Others, Open] = blocksOf(L);
  std::vector<Polynomial> Conditions;
  // Of several kernels nothing can be tested: what large launches gain counts.
  if (Plan.Coarsen.empty() && !CanTest)
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
      std::string Size = gridAtLaunch(L, A);
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

/// What must not be negative for no more outputs than PartAtEnds says to be
/// outside, where parameters tell how many these are.
static std::vector<Polynomial> conditionsOfEnds(const KernelPlan &Plan,
                                                const KernelModel &K) {
  std::vector<Polynomial> Conditions;
  if (!Plan.Interior)
    return Conditions;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (const auto Threads = threadsAlong(Axis, K, Plan))
      for (const Polynomial &Outside :
           outsideAt(K, *Plan.Interior, Axis, *Threads))
        if (!Outside.constant() && isOfParameters(Outside, K) &&
            isOfParameters(*Threads, K))
          Conditions.push_back(*Threads - Outside * (2 * PartAtEnds));
  return Conditions;
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
    if (!Test->empty())
      All.push_back(*Test);
  }
  return llvm::join(strongestOf(All), " && ");
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
  if (L.Other && !Plan.AnyBlock)
    Tests.push_back(L.Other->Test);
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

std::optional<std::string> testFor(const KernelPlan &Plan,
                                   TouchedRanges &Ranges, bool CanTest) {
  const KernelModel &K = Ranges.Kernel;
  const LaunchModel &L = Ranges.Launch;
  std::vector<Polynomial> Conditions = conditionsOfSize(Plan, K, L, CanTest);
  llvm::append_range(Conditions, conditionsOfGain(Plan, K, L));
  llvm::append_range(Conditions, conditionsOfEnds(Plan, K));
  llvm::append_range(Conditions, Plan.Conditions);
  auto Tests = testsOfSize(Plan, K, L);
  llvm::append_range(Tests,
                     testsOfMeaning(Plan, strongest(Conditions), Ranges));
  return allOf(Tests);
}

std::optional<std::string> testOfMeaning(const KernelPlan &Plan,
                                         TouchedRanges &Ranges) {
  return allOf(testsOfMeaning(Plan, strongest(Plan.Conditions), Ranges));
}

} // namespace tessera
