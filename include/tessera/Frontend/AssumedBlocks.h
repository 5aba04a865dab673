//===- AssumedBlocks.h - Blocks that other programs start -----------------===//
#ifndef TESSERA_FRONTEND_ASSUMEDBLOCKS_H
#define TESSERA_FRONTEND_ASSUMEDBLOCKS_H

#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>

namespace tessera {

/// The word of the user that a kernel is launched with such blocks, where no
/// launch is in sight: by other programs, a library's, or through a driver.
struct AssumedBlock {
  std::string Kernel;
  std::array<int64_t, 3> Sizes = {1, 1, 1}; ///< x first
  bool operator==(const AssumedBlock &) const = default;
};

/// Reads `16`, `16, 16` or `8,8,4`.
///
/// \returns an error that says what is expected.
llvm::Expected<std::array<int64_t, 3>> parseBlock(llvm::StringRef Text);

/// Reads `matmul:block=16,16`, likewise.
llvm::Expected<AssumedBlock> parseAssumedBlock(llvm::StringRef Text);

} // namespace tessera

#endif
