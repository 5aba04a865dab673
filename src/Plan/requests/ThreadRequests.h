//===- ThreadRequests.h - Which threads a plan asks for -------------------===//
#ifndef TESSERA_PLAN_REQUESTS_THREADREQUESTS_H
#define TESSERA_PLAN_REQUESTS_THREADREQUESTS_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/Planner.h"

namespace tessera {

/// Enters the blocks, the order of their threads and their warps in \p Plan, as
/// \p Request has them.
///
/// \param Space of the kernel with these blocks and threads.
/// \returns Reject if the kernel does not allow them; BadPlan if they do not
///          fit each other.
llvm::Error arrangeThreads(const Program &P, KernelId Kernel,
                           const KernelSpace &Space, const DeviceModel &Device,
                           const KernelRequest &Request, KernelPlan &Plan);

} // namespace tessera

#endif
