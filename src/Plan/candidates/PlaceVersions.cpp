//===- PlaceVersions.cpp - Which launches start which version -------------===//
#include "candidates/PlaceVersions.h"
#include "launches/Overlaps.h"
#include "tessera/Plan/FixedLaunches.h"
#include "tessera/Support/Conditions.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Whether launches of other files, which start the kernel by its name, may
/// find the last plan of \p S there: they need no test and no change.
static bool mayReplaceForOthers(const Program &P, const ShapeDecision &S) {
  for (const KernelPlan *Plan : S.plans())
    for (const LaunchChoice &C : Plan->Launches)
      if (P.launch(C.Launch).isElsewhere() &&
          (Plan != S.plans().back() || !C.Test.empty() || !C.Grid.empty() ||
           !C.Block.empty() || !C.DynamicBytes.empty()))
        return false;
  return true;
}

VersionsByLaunch versionsForOthers(const Program &P,
                                   const std::vector<PlanDecision> &Decisions) {
  VersionsByLaunch Result;
  for (const PlanDecision &D : Decisions)
    for (const KernelPlan *Plan : plansOf(D))
      for (const LaunchChoice &C : Plan->Launches) {
        const LaunchModel &L = P.launch(C.Launch);
        const KernelModel &K = P.kernel(D.Kernel);
        if (!L.isElsewhere() || Plan->Called || Plan->Name == K.Name)
          continue;
        Result[{K.LinkName, L.File, L.Number}].push_back(
            {Plan->Name, C.Test, C.TestName, C.Grid, C.Block, C.DynamicBytes,
             Plan->Persistent.has_value()});
      }
  return Result;
}

/// Tells what must hold for \p Plan to be right, whoever tests it.
static void completeConditions(const Program &P, KernelPlan &Plan) {
  const KernelModel &K = P.kernel(Plan.Kernel);
  std::vector<Polynomial> &Tests = Plan.Conditions;
  if (Plan.Restricted.empty() && !Plan.hasOnlyCopies())
    Tests.insert(Tests.end(), K.MustNotBeNegative.begin(),
                 K.MustNotBeNegative.end());
  llvm::sort(Tests);
  Tests.erase(std::unique(Tests.begin(), Tests.end()), Tests.end());
  Plan.Apart = arraysToTest(P, Plan);
}

/// Completes the plans of \p S: which launches start them, and what these must
/// test. Those that no launch starts are dropped.
/// \param TooSmall set where larger launches would start one.
/// \returns whether no launch starts the kernel as it stands.
static bool placeLaunches(const Program &P, const PlanDecision &D,
                          ShapeDecision &S, bool &TooSmall) {
  std::set<LaunchId> Always;
  // Where they start one of the plans before.
  std::map<LaunchId, std::vector<std::vector<std::string>>> Before;
  size_t All = 0;
  std::vector<KernelPlan> Kept;
  for (KernelPlan *Plan : S.plans()) {
    Plan->Launches = chooseLaunches(P, *Plan);
    if (Plan->Launches.empty()) {
      KernelPlan OfAnySize = *Plan;
      OfAnySize.Least = {};
      TooSmall |= !chooseLaunches(P, OfAnySize).empty();
    }
    All = llvm::count_if(P.launchesOf(D.Kernel),
                         [&](auto *L) { return Plan->serves(*L); });
    llvm::erase_if(Plan->Launches, [&](const LaunchChoice &Choice) {
      std::vector<std::vector<std::string>> &Tests = Before[Choice.Launch];
      Tests.push_back(conjunctsOf(Choice.Test));
      return llvm::any_of(llvm::drop_end(Tests), [&](const auto &Other) {
        return implyConditions(Tests.back(), Other);
      });
    });
    for (const LaunchChoice &Choice : Plan->Launches)
      if (Choice.Test.empty())
        Always.insert(Choice.Launch);
    if (!Plan->Launches.empty())
      Kept.push_back(std::move(*Plan));
  }
  S.setPlans(std::move(Kept));
  return S.Plan && Always.size() == All;
}

void placeAll(const Program &P, PlanDecision &D, const PlannerOptions &Opts) {
  const KernelModel &K = P.kernel(D.Kernel);
  bool InPlace = !K.MayStartElsewhere &&
                 (D.Shapes.size() == 1 || llvm::any_of(D.Shapes, [](auto &S) {
                    return S.Plan && S.Plan->AnyBlock;
                  }));
  const bool Fixed = Opts.Calls.count(D.Kernel);
  for (ShapeDecision &S : D.Shapes)
    for (KernelPlan *Plan : S.plans())
      completeConditions(P, *Plan);
  std::optional<PlanDecision> Unplaced;
  if (Fixed)
    Unplaced = D;
  for (ShapeDecision &S : D.Shapes) {
    if (!S.Plan || S.Plan->empty())
      continue;
    bool TooSmall = false;
    InPlace &= placeLaunches(P, D, S, TooSmall) && mayReplaceForOthers(P, S);
    if (!S.Plan)
      D.Messages.push_back(cannotChoose(P, D.Kernel, TooSmall));
  }
  InPlace &= !changesCalls(P, D);
  if (!InPlace && Fixed) {
    if (callVersions(P, Opts.Device, *Unplaced))
      D = std::move(*Unplaced);
    else
      dropForFixed(P, D);
  }
  D.InPlace = InPlace;
}

void nameVersions(const Program &P, PlanDecision &D,
                  llvm::ArrayRef<PlanDecision> Before) {
  const KernelModel &K = P.kernel(D.Kernel);
  const auto Shapes = llvm::count_if(D.Shapes, [](const ShapeDecision &S) {
    return S.Plan && !S.Plan->empty();
  });
  std::set<std::string> Used = K.Identifiers;
  for (const PlanDecision &Other : Before) // may be an overload
    if (P.kernel(Other.Kernel).NameRange.Begin != K.NameRange.Begin)
      for (const KernelPlan *Plan : plansOf(Other))
        Used.insert(Plan->Name);
  const bool Overloaded =
      llvm::any_of(P.launchesOf(D.Kernel),
                   [](const LaunchModel *L) { return L->Overloaded; });
  for (ShapeDecision &S : D.Shapes)
    for (KernelPlan *Plan : S.plans()) {
      // The last one takes the place of the kernel that no launch starts,
      // unless a call has to name it.
      if (Plan->empty() || (D.InPlace && Plan == S.plans().back() &&
                            !(Overloaded && Plan->OptIn)))
        continue;
      const bool Private = !Plan->Copies.empty() && Plan->Points.empty();
      std::string Name = K.Name + (Private            ? "_private"
                                   : Plan->Persistent ? "_persistent"
                                   : Plan->hasTiles() ? "_tiled"
                                                      : "_registers");
      if (Shapes > 1) {
        Name = K.Name;
        unsigned Last = 2;
        while (Last > 0 && S.Block[Last] == 1)
          --Last;
        for (unsigned A = 0; A <= Last; ++A)
          Name += (A ? "x" : "_") +
                  (S.Block[A] ? std::to_string(*S.Block[A]) : std::string("n"));
      }
      std::string Unique = Name;
      for (unsigned I = 2; !Used.insert(Unique).second; ++I)
        Unique = Name + "_" + std::to_string(I);
      Plan->Name = Unique;
    }
}

} // namespace tessera
