//===- HostPreamble.h - What emitted host code needs at file scope --------===//
#ifndef TESSERA_EMIT_HOST_HOSTPREAMBLE_H
#define TESSERA_EMIT_HOST_HOSTPREAMBLE_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// Headers, the check macro and functions that the plan's statements use; to
/// stand behind the user's own headers. \p Unit is one level of indentation.
std::string hostPreamble(const Program &P, const TransferPlan &Plan,
                         llvm::StringRef Unit);

/// The call that tells whether the launch before it failed. \p MayBeEmpty: it
/// may have had no blocks, which the program did not mind.
std::string launchError(const TransferPlan &Plan, bool MayBeEmpty);

} // namespace tessera

#endif
