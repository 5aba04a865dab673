//===- RewriteKernel.cpp - What becomes of one kernel ---------------------===//
#include "steps/RewriteKernel.h"
#include "messages/PlanMessages.h"
#include "tessera/Emit/KernelEdits.h"
#include "tessera/Transform/MergeVersions.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// What \p Plan asks of \p Kernel; null if nothing.
static KernelTransfers *transfersOf(TransferPlan &Plan, KernelId Kernel) {
  for (KernelTransfers &K : Plan.Kernels)
    if (K.Kernel == Kernel)
      return &K;
  return nullptr;
}

/// Makes one body of two versions that are instances of one template.
static void mergeVersions(const KernelModel &K,
                          std::vector<RewrittenKernel> &Versions) {
  for (size_t I = 0; I + 1 < Versions.size(); ++I) {
    RewrittenKernel &First = Versions[I], &Second = Versions[I + 1];
    const auto [Name, Arguments] = splitInstance(First.Plan.Name);
    if (Arguments.empty() || splitInstance(Second.Plan.Name).first != Name)
      continue;
    std::optional<MergedBody> Both = mergeBodies(K, First.Body, Second.Body);
    First.Body = Both->Body;
    First.Parameter = Both->Parameter;
    Second.Body = nullptr;
    ++I;
  }
}

std::vector<TextEdit>
rewriteKernel(const Program &P, const PlanDecision &Decision,
              llvm::ArrayRef<PlanDecision> All, const InstancePlan &Instances,
              TransferPlan &Transfers, std::set<std::string> &Names,
              Launchers &Starters, std::vector<KernelPlan> &Plans,
              std::vector<Diagnostic> &Messages) {
  const KernelModel &K = P.kernel(Decision.Kernel);
  std::vector<RewrittenKernel> Versions;
  for (const ShapeDecision &Shape : Decision.Shapes) {
    for (const KernelPlan *Plan : Shape.plans())
      if (!Plan->empty()) {
        Versions.push_back(
            {*Plan, Instances.Same.count({Decision.Kernel, Plan->Name})
                        ? nullptr
                        : withAssertion(applyPlan(K, *Plan), Instances,
                                        Decision.Kernel)});
        Plans.push_back(*Plan);
      }
    reportPlans(K, Shape, Messages);
  }
  if (Versions.empty())
    return {};
  mergeVersions(K, Versions);
  if (!Versions.front().Plan.CalledBy.empty()) {
    auto Others = Instances.Callers.find(Decision.Kernel);
    if (Others == Instances.Callers.end())
      return {}; // made with those of another instance
    for (const PlanDecision &Other : All)
      if (llvm::is_contained(Others->second, Other.Kernel))
        for (const KernelPlan *Plan : plansOf(Other))
          Versions.push_back({*Plan, applyPlan(P.kernel(Plan->Kernel), *Plan)});
  }
  const bool SameBody = !Versions.front().Plan.Restricted.empty();
  if (K.ProductSum && !SameBody)
    Messages.push_back(
        {DiagKind::ContractionMayDiffer, *K.ProductSum, {K.Name}});
  KernelTransfers *Mine = transfersOf(Transfers, Decision.Kernel);
  std::vector<TextEdit> Edits =
      editKernel(P, Decision.Kernel, Versions, Mine, Names, Starters);
  if (Instances.Repeated.count(Decision.Kernel)) {
    if (Versions.front().Plan.Called)
      Edits.clear();
    else
      dropRepeated(K, Edits);
  }
  if (Mine && !SameBody && replacesKernel(K, Versions)) {
    Mine->Prologue.clear();
    Mine->Offset.reset();
  }
  return Edits;
}

} // namespace tessera
