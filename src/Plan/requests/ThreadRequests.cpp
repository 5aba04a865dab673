//===- ThreadRequests.cpp - Which threads a plan asks for -----------------===//
#include "requests/ThreadRequests.h"
#include "launches/GridExtents.h"

namespace tessera {

/// CUDA C++ Programming Guide, technical specifications.
constexpr int64_t MostThreadsAlongZ = 64;

namespace {

class ThreadArranger {
public:
  ThreadArranger(const Program &P, KernelId Kernel, const KernelSpace &Space,
                 const DeviceModel &Device, const KernelRequest &Request,
                 KernelPlan &Plan)
      : P(P), Kernel(Kernel), K(Space.Kernel), Space(Space), Device(Device),
        Request(Request), Plan(Plan) {}

  llvm::Error run() {
    Plan.Threads = parseThreadOrder(Request.Threads).value_or(UsersOrder);
    for (unsigned A = 0; A < 3; ++A)
      Plan.Block[Plan.Threads[A]] = Space.Shape.Block[A];
    if (Plan.Threads != UsersOrder)
      if (llvm::Error Err = checkOrder())
        return Err;
    if (!Request.Relaunch.empty())
      if (llvm::Error Err = relaunch())
        return Err;
    return Request.Warp.empty() ? llvm::Error::success() : arrangeWarps();
  }

private:
  llvm::Error bad(const llvm::Twine &What) const {
    return reject(DiagKind::BadPlan, K.NamePlace,
                  "kernel '" + K.Name + "': " + What.str());
  }

  llvm::Error rejectFor(const std::string &Why) const {
    return Why.empty() ? llvm::Error::success()
                       : reject(DiagKind::UnsupportedStatement, K.NamePlace,
                                K.Name, Why);
  }

  /// Whether the threads may be numbered in another order than the user's.
  llvm::Error checkOrder() const {
    if (!Space.Shape.threads())
      return bad("'threads' needs a known block size");
    if (!Request.Coarsen.empty())
      return bad("'threads' and 'coarsen' exclude each other");
    return rejectFor(whyNotReordered(P.kernel(Kernel)));
  }

  /// Starts the kernel with other blocks.
  llvm::Error relaunch() {
    if (!Request.Threads.empty())
      return bad("'threads' and 'relaunch' exclude each other");
    std::array<std::optional<int64_t>, 3> Users;
    BlockSizes New;
    llvm::copy(Request.Block, Users.begin());
    llvm::copy(Request.Relaunch, New.begin());
    KernelPlan Only = relaunchPlan(P, Kernel, Users, New);
    Plan.Block = Only.Block;
    Plan.Relaunch = Only.Relaunch;
    Plan.Extents = Only.Extents;
    for (unsigned A = 0; A < 3; ++A)
      if (std::string Name(1, "xyz"[A]); Plan.Extents[A])
        Plan.Conditions.push_back(*Plan.Extents[A] -
                                  Polynomial::symbol("G" + Name) *
                                      Polynomial::symbol("B" + Name));
    std::string Why =
        whyNotRelaunched(P.kernel(Kernel), Plan.Block, *Plan.Relaunch);
    if (Why.empty() && (*Space.Shape.threads() > Device.ThreadsPerBlock ||
                        (*Plan.Relaunch)[2] > MostThreadsAlongZ))
      return bad("a block has not that many threads");
    return rejectFor(Why);
  }

  /// Lets other threads than the user's be a warp.
  llvm::Error arrangeWarps() {
    if (Request.Stages.empty() || !Request.Threads.empty())
      return bad("'warp' goes with 'stages', and excludes 'threads'");
    if (llvm::any_of(K.Loops,
                     [](const LoopInfo &L) { return L.hasOwnBounds(); }))
      return bad("'warp' needs loops that all threads go through together");
    const auto &Block = Space.Shape.Block;
    for (unsigned A : {0, 1})
      if (!Block[A] || *Block[A] % Request.Warp[A] != 0)
        return bad("blocks are no multiples of 'warp'");
    if (Block[2] != 1)
      return bad("'warp' needs a block of two axes");
    Plan.Warp = {Request.Warp[0], Request.Warp[1]};
    return rejectFor(whyNotReordered(P.kernel(Kernel)));
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const KernelSpace &Space;
  const DeviceModel &Device;
  const KernelRequest &Request;
  KernelPlan &Plan;
};

} // namespace

llvm::Error arrangeThreads(const Program &P, KernelId Kernel,
                           const KernelSpace &Space, const DeviceModel &Device,
                           const KernelRequest &Request, KernelPlan &Plan) {
  return ThreadArranger(P, Kernel, Space, Device, Request, Plan).run();
}

} // namespace tessera
