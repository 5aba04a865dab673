//===- CheckText.h - How the output checks its CUDA calls -----------------===//
#ifndef TESSERA_EMIT_CHECKTEXT_H
#define TESSERA_EMIT_CHECKTEXT_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The macro that checks calls, and what else \p Plan needs for that.
std::string checkDefinitions(const TransferPlan &Plan, llvm::StringRef Unit);

/// The call that tells whether the launch before it failed. \p MayBeEmpty: it
/// may have had no blocks, which the program did not mind.
std::string launchError(const TransferPlan &Plan, bool MayBeEmpty);

} // namespace tessera

#endif
