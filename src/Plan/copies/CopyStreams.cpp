//===- CopyStreams.cpp - The program's own copies on streams --------------===//
#include "copies/CopyStreams.h"
#include "copies/PageLocks.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

FreeCopies findFreeCopies(const Program &P, const CopyTrees &Trees,
                          const std::vector<FunctionCopies> &Functions,
                          const std::set<SharedVarId> &PageLocked,
                          const PinningThreshold &Pin) {
  FreeCopies Own;
  Own.LeastBytes = Pin.RepeatedBytes;
  Own.AddAliases = [&Trees](std::set<SharedVarId> &Variables) {
    std::set<unsigned> All;
    for (SharedVarId Id : Variables)
      All.insert(Id.Index);
    Trees.addAliases(All);
    for (unsigned I : All)
      Variables.insert({I});
  };
  auto IsLocked = [&](SharedVarId Id) {
    return llvm::all_of(Trees.bases(Id.Index), [&](unsigned Base) {
      return PageLocked.count({Base}) > 0;
    });
  };
  auto Add = [&](const CopyNode &N, const FunctionCopies &F,
                 auto &Again) -> void {
    if (N.S && N.Removed && !N.Waits)
      Own.Statements[N.S] = nullptr;
    if (const HostCopy *C = N.S && N.Copy ? &N.S->Copies.front() : nullptr) {
      auto D = [&](SharedVarId Id) { return P.Host.variable(Id).D; };
      SharedVarId Host =
          D(C->To) == SharedVariable::Dialect::HostOnly ? C->To : C->From;
      llvm::StringRef Call =
          llvm::StringRef(P.Source).slice(C->Call.Begin, C->Call.End);
      if (D(C->To) != D(C->From) && IsLocked(Host) &&
          Call.starts_with("cudaMemcpy") && Call.ends_with(")"))
        Own.Statements[N.S] = C;
    }
    for (const CopyNode &Child : N.Children)
      Again(Child, F, Again);
  };
  for (const FunctionCopies &F : Functions)
    Add(F.Root, F, Add);
  return Own;
}

TransferPlan planOfSides(const Program &P, const CopyTrees &Trees) {
  TransferPlan Plan;
  Plan.CheckMacro = unusedName(P, "CUDA_CHECK");
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I) {
    Plan.Variables.emplace_back();
    bool Followed = Trees.obstacle({I}).empty();
    for (const HostFunction &F : P.Host.Functions)
      Followed &= Trees.obstacleIn(F, {I}).empty() || !Trees.isUsedIn(F, {I});
    bool OnDevice =
        P.Host.Variables[I].D == SharedVariable::Dialect::DeviceOnly;
    Plan.Variables.back().Where = !Followed  ? Placement::Managed
                                  : OnDevice ? Placement::Device
                                             : Placement::Host;
  }
  return Plan;
}

} // namespace tessera
