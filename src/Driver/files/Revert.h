//===- Revert.h - Backups, and back to the original -----------------------===//
//
//   x.cu.orig, x.cu.orig.1, ..: what `-i` replaced, the oldest first
//
// No backup is ever written over. `--revert` undoes the last translation: it
// takes back what makes the difference between a backup and its translation,
// so that what was edited since stays.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_FILES_REVERT_H
#define TESSERA_DRIVER_FILES_REVERT_H

#include "tessera/Driver/Options.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// Keeps \p Text of \p File, which is about to be replaced, unless the last
/// backup has it or \p Opts wants none.
///
/// \returns Reject(CannotWrite).
llvm::Error keepBackup(const std::string &File, llvm::StringRef Text,
                       const Options &Opts);

/// \p Text of \p File as it was before its last translation; the same if
/// nothing tells that.
std::string beforeTranslation(const std::string &File, llvm::StringRef Text,
                              const Options &Opts);

/// A text as it was before its translation.
struct Reverted {
  std::string Text;
  std::string Backup; ///< that was used, and has served; empty: none
  /// Copies of headers that the translation made, and that nobody changed.
  std::vector<std::string> Copies;
};

/// Undoes the translation that gave \p Text of \p File.
///
/// \returns Reject(NotReverted) if nothing tells how, or if the text was edited
///          where the translation changed it.
llvm::Expected<Reverted> revert(const std::string &File, llvm::StringRef Text,
                                const Options &Opts);

} // namespace tessera

#endif
