//===- SpreadText.h - Arrays and launches on several GPUs, as text --------===//
#ifndef TESSERA_EMIT_HOST_SPREADTEXT_H
#define TESSERA_EMIT_HOST_SPREADTEXT_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The functions that the other text calls, to stand behind the check macro.
std::string spreadFunctions(const Program &P, const TransferPlan &Plan,
                            llvm::StringRef Unit);

/// How the device copies of an array are declared: `a_dev[max_gpus]`.
std::string spreadName(const Program &P, llvm::StringRef DeviceName);

/// What does \p A on all GPUs. Consecutive allocations share a loop, as do
/// calls that free: \p IsFirst and
/// \p IsLast of them.
std::vector<std::string> spreadLines(const Program &P, const TransferPlan &Plan,
                                     const TransferAction &A,
                                     llvm::StringRef Unit, bool IsFirst,
                                     bool IsLast);

} // namespace tessera

#endif
