//===- KeptOriginal.h - The way back to the original, in the result -------===//
//
//   text of the result
//
//   // clang-format off
//   // Kept by tessera --keep-original: a patch from the text above,
//   // 1a2b3c4d5e6f7a8b, to the original, 0123456789abcdef, for --revert.
//   //@@ -1,2 +1,1 @@
//   // unchanged
//   //-of the result
//   // End of what tessera keeps.
//   // clang-format on
//
// The lines of the patch are those of `diff -u`, with their own line breaks,
// but for what a comment cannot hold: `$XX` is a byte, and a `$` that ends a
// line protects what is before it, spaces or a backslash.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_FILES_KEPTORIGINAL_H
#define TESSERA_DRIVER_FILES_KEPTORIGINAL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// \p Text, the translation of \p Original, with the way back at its end; as it
/// is if both are the same.
std::string withOriginal(llvm::StringRef Text, llvm::StringRef Original);

/// Whether \p Text has such a comment.
bool keepsOriginal(llvm::StringRef Text);

/// The original of \p Text, whose last such comment is taken. What was edited
/// around the changes, or stands behind the comment, stays.
///
/// \returns Reject(NotReverted) about \p File, at the line that was edited.
llvm::Expected<std::string> keptOriginal(llvm::StringRef File,
                                         llvm::StringRef Text);

} // namespace tessera

#endif
