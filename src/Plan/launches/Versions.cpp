//===- Versions.cpp - Versions of kernels that launches choose among ------===//
#include "tessera/Plan/Versions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

namespace tessera {

bool hasVersion(const Program &P, const KernelModel &K) {
  // As nameVersions names them.
  llvm::Regex Named(
      "^_(tiled|private|persistent|registers|[0-9n]+(x[0-9n]+)*)(_[0-9]+)?$");
  return llvm::any_of(P.Kernels, [&](const KernelModel &Other) {
    llvm::StringRef Rest = Other.Name;
    return Rest.consume_front(K.Name) && Named.match(Rest) &&
           llvm::any_of(Other.Refusals, [](const Diagnostic &D) {
             return D.Kind == DiagKind::AlreadyRewritten;
           });
  });
}

std::vector<KernelPlan *> ShapeDecision::plans() {
  std::vector<KernelPlan *> All;
  if (Plan)
    All.push_back(&*Plan);
  for (KernelPlan &Other : Otherwise)
    All.push_back(&Other);
  return All;
}

std::vector<const KernelPlan *> ShapeDecision::plans() const {
  const std::vector<KernelPlan *> All =
      const_cast<ShapeDecision *>(this)->plans();
  return {All.begin(), All.end()};
}

void ShapeDecision::setPlans(std::vector<KernelPlan> Plans) {
  Plan.reset();
  Otherwise.clear();
  for (KernelPlan &Each : Plans)
    if (Plan)
      Otherwise.push_back(std::move(Each));
    else
      Plan = std::move(Each);
}

std::vector<const KernelPlan *> plansOf(const PlanDecision &D) {
  std::vector<const KernelPlan *> All;
  for (const ShapeDecision &S : D.Shapes)
    llvm::append_range(All, S.plans());
  return All;
}

/// Takes the launches \p Never from the plans of \p S, and the plans that
/// nothing starts then.
static void dropUnstarted(ShapeDecision &S,
                          const std::set<const LaunchChoice *> &Never) {
  std::vector<KernelPlan> Kept;
  for (KernelPlan *Plan : S.plans()) {
    std::vector<LaunchChoice> Launches;
    for (LaunchChoice &Choice : Plan->Launches)
      if (!Never.count(&Choice))
        Launches.push_back(std::move(Choice));
    const bool Starts = Plan->Launches.empty() || !Launches.empty();
    Plan->Launches = std::move(Launches);
    if (Starts)
      Kept.push_back(std::move(*Plan));
  }
  S.setPlans(std::move(Kept));
}

void preferVersion(std::vector<PlanDecision> &Decisions, unsigned Number) {
  if (!Number)
    return;
  std::map<LaunchId, std::vector<LaunchChoice *>> Choices;
  for (PlanDecision &D : Decisions)
    for (ShapeDecision &Shape : D.Shapes)
      for (KernelPlan *Plan : Shape.plans())
        for (LaunchChoice &Choice : Plan->Launches)
          Choices[Choice.Launch].push_back(&Choice);
  std::set<const LaunchChoice *> Never; // behind one that always starts
  for (auto &[Launch, Of] : Choices) {
    std::rotate(Of.begin(), Of.begin() + (Number - 1) % Of.size(), Of.end());
    bool Always = false;
    for (size_t I = 0; I < Of.size(); ++I) {
      LaunchChoice &Choice = *Of[I];
      Choice.Order = I;
      if (!Choice.Test.empty())
        Choice.Test = Choice.Possible.empty() ? "true" : Choice.Possible;
      if (Always)
        Never.insert(&Choice);
      Always |= Choice.Test.empty();
    }
  }
  for (PlanDecision &D : Decisions)
    for (ShapeDecision &Shape : D.Shapes)
      dropUnstarted(Shape, Never);
}

} // namespace tessera
