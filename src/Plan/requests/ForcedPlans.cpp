//===- ForcedPlans.cpp - A plan from the user -----------------------------===//
#include "candidates/ShapePlanner.h"
#include "launches/GridExtents.h"
#include "tessera/Analysis/BlockBounds.h"

namespace tessera {

llvm::Error ShapePlanner::forced() {
  bool ForAll = false;
  for (const KernelRequest &Request : *Opts.Forced) {
    if (Request.Kernel != K.Name)
      continue;
    bool Fits = true;
    for (size_t A = 0; A < Request.Block.size(); ++A)
      Fits &= Result.Block[A] == Request.Block[A];
    // A measured plan for this block holds, also one that asks for nothing.
    if (Fits && !Request.Hash.empty() && !Request.Block.empty() &&
        !Request.changesKernel())
      break;
    // What launches start for which the first plan's test is false is for the
    // same blocks.
    if (Result.Plan && (Request.Block.empty() || ForAll))
      continue;
    if (!Fits || !Request.changesKernel())
      continue;
    // Of a kernel with the threads as requested.
    KernelPlan Wanted;
    if (!Request.Relaunch.empty()) {
      BlockSizes New;
      llvm::copy(Request.Relaunch, New.begin());
      Wanted = relaunchPlan(P, Kernel, Result.Block, New);
    }
    Wanted.Block = Result.Block;
    Wanted.Threads = parseThreadOrder(Request.Threads).value_or(UsersOrder);
    const KernelModel Reordered = Wanted.reorderedModel(P.kernel(Kernel));
    const KernelModel Planned =
        Request.Coarsen.empty() ? withBlockBounds(Reordered) : Reordered;
    KernelSpace Forced{Context, Planned, {}};
    Forced.Shape.Block = Wanted.newBlock();
    llvm::Expected<KernelPlan> Plan =
        derivePlan(P, Kernel, Forced, withBlock(Request), Opts.Device);
    if (!Plan)
      return takeRejectsUnlessBad(Plan.takeError());
    Candidate Only;
    Only.Request = Request;
    Only.SharedBytes = Costs.bytes(*Plan);
    if (Result.Plan)
      Only.Verdict = "otherwise";
    Result.Considered.push_back(std::move(Only));
    if (Result.Plan) {
      Result.Otherwise.push_back(std::move(*Plan));
    } else {
      Result.Plan = std::move(*Plan);
      ForAll = Request.Block.empty();
    }
  }
  return llvm::Error::success();
}

/// \p R for the block that this is about.
KernelRequest ShapePlanner::withBlock(KernelRequest R) const {
  R.Block.clear();
  for (std::optional<int64_t> Size : Result.Block)
    if (Size)
      R.Block.push_back(*Size);
  return R;
}

/// Adds what the plan starts with to \p R.
void ShapePlanner::start(KernelRequest &R) const {
  if (Start.Threads != UsersOrder)
    R.Threads = toString(Start.Threads);
  if (Start.Relaunch)
    R.Relaunch.assign(Start.Relaunch->begin(), Start.Relaunch->end());
}

/// A request that does not fit the program is the user's error; one that is
/// not legal is a remark.
llvm::Error ShapePlanner::takeRejectsUnlessBad(llvm::Error Err) {
  return llvm::handleErrors(std::move(Err),
                            [&](std::unique_ptr<Reject> R) -> llvm::Error {
                              if (R->diagnostic().Kind == DiagKind::BadPlan)
                                return llvm::Error(std::move(R));
                              Messages.push_back(R->diagnostic());
                              return llvm::Error::success();
                            });
}

} // namespace tessera
