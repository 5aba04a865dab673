//===- Files.h - What the driver writes -----------------------------------===//
#ifndef TESSERA_DRIVER_FILES_FILES_H
#define TESSERA_DRIVER_FILES_FILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// What `-` is called as an input file, in messages, too.
inline constexpr llvm::StringLiteral StandardInput = "<stdin>";

/// \p Path from the root, without `.` and `..`.
std::string absolutePath(llvm::StringRef Path);

/// Whether \p Path can be read and has these bytes.
bool hasText(const std::string &Path, llvm::StringRef Text);
/// The bytes of the source file \p Path, which may be a pipe, or StandardInput.
///
/// \returns Reject(CannotRead) if it cannot be read, has more than 16 MiB, or
/// begins with the byte order mark of UTF-16 or UTF-32.
///          So much takes about 10 seconds and 1 GiB, and is more than people
///          and generators write; beyond it, there is no bound.
llvm::Expected<std::string> readSource(const std::string &Path);

/// Replaces \p Path as a whole, or leaves it untouched. A file that already has
/// the right bytes keeps its time stamp, unless it \p IsNew in any case.
///
/// \returns why it could not be written; empty if it was.
std::string replaceFile(const std::string &Path, llvm::StringRef Text,
                        bool IsNew = false);

} // namespace tessera

#endif
