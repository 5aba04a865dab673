//===- AllowShared.cpp - More shared memory than every launch may have ----===//
#include "tessera/Plan/AllowShared.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::string allowSharedCall(const Program &P, const KernelModel &K,
                            const KernelPlan &Version,
                            const LaunchChoice &Choice,
                            const std::string &Bytes) {
  const bool IsNumber = llvm::all_of(Bytes, llvm::isDigit);
  return "cudaFuncSetAttribute(" + P.qualifierAt(P.launch(Choice.Launch)) +
         Version.Name + K.TemplateArguments +
         ", cudaFuncAttributeMaxDynamicSharedMemorySize, " +
         (IsNumber ? "" : "(int)") +
         (isName(Bytes) ? Bytes : "(" + Bytes + ")") + ")";
}

void allowSharedMemory(const Program &P, std::vector<PlanDecision> &Decisions,
                       TransferPlan &Plan) {
  if (Plan.CheckMacro.empty()) // no transfers were placed
    Plan.CheckMacro = unusedName(P, "CUDA_CHECK");
  auto Allow = [&](const KernelModel &K, KernelPlan &Tiled) {
    for (LaunchChoice &L : Tiled.Launches) {
      TransferAction Action;
      Action.K = TransferAction::Kind::AllowShared;
      Action.Where = *placeBehind(P, L.Launch);
      Action.Where.S = CodePosition::Side::Before;
      Action.Text = allowSharedCall(P, K, Tiled, L, L.DynamicBytes);
      Action.Test = L.Test;
      Action.WithTests = L.MayDeclare && !L.Test.empty();
      if (Action.WithTests)
        L.AllowedBy = Plan.CheckMacro;
      Plan.Actions.push_back(std::move(Action));
    }
  };
  for (PlanDecision &D : Decisions)
    for (ShapeDecision &Shape : D.Shapes)
      for (KernelPlan *Tiled : Shape.plans())
        if (Tiled->OptIn)
          Allow(P.kernel(D.Kernel), *Tiled);
  sortByPlace(Plan.Actions);
}

} // namespace tessera
