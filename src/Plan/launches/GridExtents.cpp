//===- GridExtents.cpp - What launches tell about the size of their grid --===//
#include "launches/GridExtents.h"
#include "launches/LaunchValues.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Whether \p Extent is the number of threads along \p Axis in each of
/// \p Launches.
static bool isExtentIn(llvm::ArrayRef<const LaunchModel *> Launches,
                       const KernelModel &K, unsigned Axis,
                       const Polynomial &Extent) {
  const std::string Name(1, "xyz"[Axis]);
  const Polynomial Threads =
      Polynomial::symbol("G" + Name) * Polynomial::symbol("B" + Name);
  return llvm::all_of(Launches, [&](const LaunchModel *L) {
    return isKnownAt(Threads - Extent, K, *L) &&
           isKnownAt(Extent - Threads, K, *L);
  });
}

static std::optional<Polynomial>
extentIn(llvm::ArrayRef<const LaunchModel *> Launches, const KernelModel &K,
         unsigned Axis) {
  for (const ParameterInfo &P : K.Parameters)
    if (P.IsInteger && P.Derived.empty() && !P.Symbol.empty())
      if (Polynomial Extent = Polynomial::symbol(P.Symbol);
          isExtentIn(Launches, K, Axis, Extent))
        return Extent;
  const LaunchModel &First = *Launches.front();
  if (First.Grid[Axis] && First.Block[Axis])
    if (Polynomial Extent = *First.Grid[Axis] * *First.Block[Axis];
        isExtentIn(Launches, K, Axis, Extent))
      return Extent;
  return std::nullopt;
}

KernelPlan relaunchPlan(const Program &P, KernelId Kernel,
                        const std::array<std::optional<int64_t>, 3> &Users,
                        const BlockSizes &New) {
  const KernelModel &K = P.kernel(Kernel);
  KernelPlan Plan;
  Plan.Kernel = Kernel;
  Plan.Block = Users;
  Plan.Relaunch = New;
  std::vector<const LaunchModel *> Launches;
  for (const LaunchModel *L : P.launchesOf(Kernel))
    if (Plan.serves(*L))
      Launches.push_back(L);
  const KernelModel Model = withBlocks(K, Users, New);
  LaunchShape Shape;
  Shape.Block = Plan.newBlock();
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Users[Axis].value_or(New[Axis]) < New[Axis] && !Launches.empty() &&
        !guardedExtent(Model, Axis, Shape))
      Plan.Extents[Axis] = extentIn(Launches, K, Axis);
  return Plan;
}

llvm::Expected<std::vector<GridChange>> gridOf(const KernelSpace &Space,
                                               const KernelPlan &Plan) {
  LaunchShape Users, New = Space.Shape;
  Users.Block = Plan.Block;
  New.Grid = {};
  std::vector<GridChange> Result;
  for (unsigned Axis : {2, 1, 0}) {
    GridChange One;
    One.Axis = Axis;
    for (const Coarsening &C : Plan.Coarsen)
      if (C.Axis == Axis)
        One.Merged = C.Factor;
    if (Plan.Relaunch) {
      const int64_t Old = *Plan.Block[Axis],
                    Outputs = (*Plan.Relaunch)[Axis] * One.Merged;
      if (Outputs % Old != 0 && Old % Outputs != 0)
        return reject(DiagKind::BadPlan, Space.Kernel.NamePlace,
                      "kernel '" + Space.Kernel.Name +
                          "': a block has neither several of the user's nor a "
                          "part of one");
      One.Merged = std::max<int64_t>(1, Outputs / Old);
      One.Split = std::max<int64_t>(1, Old / Outputs);
    }
    if (One.Merged == 1 && One.Split == 1)
      continue;
    std::string Name(1, "xyz"[Axis]);
    if (One.Merged > 1)
      if (std::optional<Polynomial> Extent =
              guardedExtent(Space.Kernel, Axis, New))
        One.Guarded = specialise(Polynomial::symbol("G" + Name) *
                                     Polynomial::symbol("B" + Name),
                                 Users) -
                      *Extent;
    Result.push_back(std::move(One));
  }
  return Result;
}

} // namespace tessera
