//===- RewriteKernel.h - What becomes of one kernel -----------------------===//
#ifndef TESSERA_DRIVER_STEPS_REWRITEKERNEL_H
#define TESSERA_DRIVER_STEPS_REWRITEKERNEL_H

#include "steps/Instances.h"
#include "tessera/Emit/Launchers.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The edits that the plans of one kernel, one of \p All, lead to. What they do
/// of \p Transfers is taken out of it. \p Names collects the new names in host
/// functions, \p Starters what starts versions for launches that start others,
/// too,
/// \p Plans what was made.
std::vector<TextEdit>
rewriteKernel(const Program &P, const PlanDecision &Decision,
              llvm::ArrayRef<PlanDecision> All, const InstancePlan &Instances,
              TransferPlan &Transfers, std::set<std::string> &Names,
              Launchers &Starters, std::vector<KernelPlan> &Plans,
              std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
