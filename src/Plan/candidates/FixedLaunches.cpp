//===- FixedLaunches.cpp - Kernels whose launches stay as they are --------===//
//
// Such launches start the kernel by its name. It may be replaced where that is
// right for all of them, or call its versions itself.
//
//===----------------------------------------------------------------------===//
#include "tessera/Plan/FixedLaunches.h"
#include "launches/LaunchTests.h"
#include "launches/LaunchValues.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

Diagnostic cannotChoose(const Program &P, KernelId Id, bool TooSmall) {
  const KernelModel &K = P.kernel(Id);
  const bool Shared = llvm::any_of(
      P.launchesOf(Id), [](const LaunchModel *L) { return L->Fixed; });
  const DiagKind Kind = Shared     ? DiagKind::LaunchIsShared
                        : TooSmall ? DiagKind::LaunchesTooSmall
                                   : DiagKind::LaunchNotTestable;
  return {Kind, K.NamePlace, {K.Name}};
}

bool hasFixedLaunch(const Program &P, KernelId Kernel) {
  return llvm::any_of(P.launchesOf(Kernel),
                      [](const LaunchModel *L) { return keepsKernel(*L); });
}

bool changesCalls(const Program &P, const PlanDecision &D) {
  return llvm::any_of(plansOf(D), [&](const KernelPlan *Plan) {
    return llvm::any_of(Plan->Launches, [&](const LaunchChoice &C) {
      return P.launch(C.Launch).AsCall && !(C.Grid + C.Block).empty();
    });
  });
}

bool leavesCalls(const Program &P, const PlanDecision &D) {
  const std::vector<const KernelPlan *> Plans = plansOf(D);
  return llvm::any_of(P.launchesOf(D.Kernel), [&](const LaunchModel *L) {
    const LaunchId Id{unsigned(L - P.Launches.data())};
    return L->AsCall && !L->SwitchedOff &&
           llvm::none_of(Plans, [&](const KernelPlan *Plan) {
             return llvm::any_of(Plan->Launches, [&](const LaunchChoice &C) {
               return C.Launch == Id;
             });
           });
  });
}

void dropForFixed(const Program &P, PlanDecision &D) {
  bool Any = false;
  for (ShapeDecision &S : D.Shapes) {
    std::vector<KernelPlan> Kept;
    for (KernelPlan *Plan : S.plans()) {
      const size_t All = Plan->Launches.size();
      llvm::erase_if(Plan->Launches, [&](const LaunchChoice &C) {
        return Plan->Called || keepsKernel(P.launch(C.Launch));
      });
      Any |= Plan->Launches.size() < All;
      if (All == 0 || !Plan->Launches.empty())
        Kept.push_back(std::move(*Plan));
    }
    S.setPlans(std::move(Kept));
  }
  if (Any)
    D.Messages.push_back(cannotChoose(P, D.Kernel));
}

/// The bytes of shared memory that the kernel of \p Plan, made of \p K,
/// declares.
static int64_t declaredBytes(const KernelModel &K, const KernelPlan &Plan) {
  int64_t Bytes = K.declaredSharedBytes();
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles)
      if (!T.Shares)
        Bytes += T.bytes(K.array(T.Array).ElementBytes).constant().value_or(0);
  return Bytes;
}

/// The bytes of shared memory that each block of \p K may have so that as many
/// run at once as their threads allow; of blocks that are not known, as many as
/// \p Device lets run. With 19 kB in the kernel, blocks of 8 x 8 that used none
/// of it took 1.1 of their time on an H200.
static int64_t mostBytes(const KernelModel &K, const PlanDecision &D,
                         const DeviceModel &Device) {
  int64_t Blocks = 1;
  for (const ShapeDecision &S : D.Shapes) {
    int64_t Threads = 1;
    for (std::optional<int64_t> Size : S.Block)
      Threads *= std::max<int64_t>(1, Size.value_or(1));
    Blocks = std::max(Blocks, Device.ThreadsPerMultiprocessor / Threads);
  }
  if (K.MayStartElsewhere)
    Blocks = std::max(Blocks, Device.BlocksPerMultiprocessor);
  return std::min(Device.SharedPerBlock,
                  Device.SharedPerMultiprocessor / Blocks);
}

bool callVersions(const Program &P, const DeviceModel &Device,
                  PlanDecision &D) {
  const KernelModel &K = P.kernel(D.Kernel);
  std::vector<std::vector<KernelPlan>> Called;
  const int64_t Most = mostBytes(K, D, Device);
  int64_t Bytes = K.declaredSharedBytes();
  bool Any = false;
  for (const ShapeDecision &S : D.Shapes) {
    std::vector<KernelPlan> &Plans = Called.emplace_back();
    for (const KernelPlan *Plan : S.plans()) {
      KernelPlan Own = *Plan;
      // The tests, and the code beside it, cost what small launches save.
      if (!Own.Points.empty())
        Own.Least.Blocks = std::max(Own.Least.Blocks, Device.Multiprocessors);
      std::vector<LaunchChoice> Launches = chooseInside(P, Own);
      const int64_t More = declaredBytes(K, Own);
      if (Own.empty() || Launches.empty() || Bytes + More > Most)
        continue;
      Bytes += More;
      Plans.push_back(std::move(Own));
      Plans.back().Launches = std::move(Launches);
      Plans.back().Called = true;
      Any = true;
    }
  }
  if (Any)
    for (size_t I = 0; I < Called.size(); ++I)
      D.Shapes[I].setPlans(std::move(Called[I]));
  return Any;
}

} // namespace tessera
