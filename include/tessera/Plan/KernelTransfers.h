//===- KernelTransfers.h - What changes in kernels and launches -----------===//
#ifndef TESSERA_PLAN_KERNELTRANSFERS_H
#define TESSERA_PLAN_KERNELTRANSFERS_H

#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// The new text of a launch.
struct LaunchPlan {
  LaunchId Launch;
  std::vector<std::pair<unsigned, std::string>> Replaced; ///< arguments
  std::vector<std::string> Appended;                      ///< the same
  std::string Stream = {}; ///< what follows in the configuration
};

/// A launch starts only some blocks of a grid. Along the axis their ids begin
/// at a parameter, which follows all others.
struct BlockOffset {
  unsigned Axis = 0;
  std::string First;
  /// The parameter behind it: the number of blocks of the grid; empty if the
  /// kernel does not need that.
  std::string All;
};

/// What a kernel needs to use its variables' device copies by name.
struct KernelTransfers {
  KernelId Kernel;
  std::vector<std::string> Parameters; ///< declarations to append
  std::vector<std::string> Prologue;   ///< statements that open the body
  std::optional<BlockOffset> Offset = {};
};

/// Where \p Text has `Builtin.x`, comments aside, with the letter of \p Axis.
/// Nothing if it uses the variable in another way.
std::optional<std::vector<SourceRange>>
findBuiltin(llvm::StringRef Text, llvm::StringRef Builtin, unsigned Axis);

} // namespace tessera

#endif
