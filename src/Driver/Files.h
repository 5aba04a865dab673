//===- Files.h - What the driver writes -----------------------------------===//
#ifndef TESSERA_DRIVER_FILES_H
#define TESSERA_DRIVER_FILES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// Replaces \p Path as a whole, or leaves it untouched. A file that already has
/// the right bytes keeps its time stamp.
///
/// \returns why it could not be written; empty if it was.
std::string replaceFile(const std::string &Path, llvm::StringRef Text);

} // namespace tessera

#endif
