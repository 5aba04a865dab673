//===- BlockPlanner.cpp - Blocks of another size --------------------------===//
#include "BlockPlanner.h"
#include "GridExtents.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Whether some access of \p Space has its elements along \p Axis beside each
/// other.
static bool isContiguousAlong(const KernelSpace &Space, unsigned Axis) {
  const std::string Thread = std::string("t") + "xyz"[Axis];
  for (unsigned I = 0; I < Space.Kernel.Arrays.size(); ++I) {
    const ArrayInfo &A = Space.Kernel.Arrays[I];
    if (A.K != ArrayInfo::Kind::Parameter && A.K != ArrayInfo::Kind::Global)
      continue;
    for (const auto &[Id, C] : coordinatesOf(Space, {I}).Coordinates)
      if (std::abs(C.back().coefficient({Thread})) == 1 &&
          llvm::none_of(llvm::ArrayRef(C).drop_back(), [&](const auto &Other) {
            return Other.mentions(Thread);
          }))
        return true;
  }
  return false;
}

/// Blocks worth trying, instead of \p Users.
static std::vector<BlockSizes> candidates(const KernelModel &K,
                                          const BlockSizes &Users) {
  // What is beside what does not depend on the size of blocks.
  BlockSizes Any = {32, 32, 32};
  BlockShape Old;
  llvm::copy(Users, Old.begin());
  const KernelModel Wide = withBlocks(K, Old, Any);
  IslContext Context;
  KernelSpace Space{Context, Wide, {}};
  llvm::copy(Any, Space.Shape.Block.begin());
  std::vector<unsigned> Axes;
  for (unsigned A = 0; A < 3; ++A)
    if (isContiguousAlong(Space, A))
      Axes.push_back(A);
  std::vector<BlockSizes> Result;
  auto Add = [&](BlockSizes Sizes) {
    if (Sizes != Users && !llvm::is_contained(Result, Sizes))
      Result.push_back(Sizes);
  };
  for (unsigned First : Axes)
    for (unsigned Second = 0; Second < 3; ++Second) {
      BlockSizes Sizes = {1, 1, 1};
      Sizes[First] = 32;
      if (Second == First)
        continue;
      if (!llvm::is_contained(Axes, Second)) {
        // A narrow block becomes wide, and keeps what else it has.
        if (Axes.size() > 1 || Users[First] >= 16 || Users[Second] == 1)
          continue;
        Sizes[Second] = 8;
        Add(Sizes);
        continue;
      }
      for (int64_t Size : {8, 16, 32}) {
        Sizes[Second] = Size;
        Add(Sizes);
      }
    }
  return Result;
}

llvm::Expected<ShapeDecision> planBlocks(const Program &P, KernelId Kernel,
                                         ShapeDecision Users, double Cycles,
                                         const PlannerOptions &Opts,
                                         std::vector<Diagnostic> &Messages) {
  const KernelModel &K = P.kernel(Kernel);
  BlockSizes Block;
  for (unsigned A = 0; A < 3; ++A)
    Block[A] = *Users.Block[A];
  for (const BlockSizes &New : candidates(K, Block)) {
    if (!whyNotRelaunched(K, Users.Block, New).empty() ||
        New[0] * New[1] * New[2] > Opts.Device.ThreadsPerBlock)
      continue;
    std::vector<Diagnostic> Why;
    ShapePlanner Other(P, relaunchPlan(P, Kernel, Users.Block, New), Opts, Why);
    llvm::Expected<ShapeDecision> Shape = Other.plan();
    if (!Shape)
      return Shape;
    if (!Shape->Plan)
      continue;
    const double Now = Other.cycles(&*Shape->Plan);
    if (Now * WorthwhileGain >= Cycles)
      continue;
    // What was weighed for other blocks stays in the print.
    for (Candidate &C : Users.Considered)
      if (C.Verdict.empty())
        C.Verdict = "dominated";
    Shape->Considered.insert(Shape->Considered.begin(),
                             Users.Considered.begin(), Users.Considered.end());
    Users = std::move(*Shape);
    Messages = std::move(Why);
    Cycles = Now;
  }
  return std::move(Users);
}

} // namespace tessera
