//===- Difference.h - What changed between two texts, by lines ------------===//
#ifndef TESSERA_DRIVER_DIFFERENCE_H
#define TESSERA_DRIVER_DIFFERENCE_H

#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A line of a hunk.
struct DiffLine {
  char Mark; ///< ' ': in both texts, '-': in the first, '+': in the second
  std::string Text; ///< with its line break, if it has one
};

/// Neighbouring changes and the unchanged lines around them.
struct Hunk {
  size_t Before = 0, After = 0; ///< its first line in each text, from 0
  std::vector<DiffLine> Lines;

  /// How many lines it has of the first (`-`) or second (`+`) text.
  size_t count(char Side) const;
  /// `@@ -1,2 +1,3 @@`
  std::string heading() const;
};

/// The shortest change from \p Before to \p After; where the texts have too
/// little in common, one big change.
std::vector<Hunk> difference(llvm::StringRef Before, llvm::StringRef After,
                             size_t Around = 3);

/// Prints \p Hunks as `diff -u` does, without names of files.
void printHunks(llvm::raw_ostream &OS, const std::vector<Hunk> &Hunks);

/// The change from \p Before to \p After as `diff -u` prints it, for `patch
/// -p1`; empty if there is none.
std::string unifiedDiff(llvm::StringRef File, llvm::StringRef Before,
                        llvm::StringRef After);

/// Prints what \ref unifiedDiff returned, in colours where \p OS shows them.
void printDiff(llvm::raw_ostream &OS, llvm::StringRef Diff);

/// A text after hunks were applied to it.
struct Patched {
  std::string Text;
  /// The line, from 0, at which the text is not what a hunk expects; then
  /// `Text` is of no use.
  std::optional<size_t> FailedAt;
};

/// Applies \p Hunks to \p Text. If that is no longer the text that they were
/// made from, each is applied at the nearest place, in order, that has exactly
/// its lines; or at the only place that has all but the unchanged lines around
/// its changes.
Patched applyHunks(llvm::StringRef Text, const std::vector<Hunk> &Hunks);

/// The byte of \p Text at which its line number \p Line, from 0, begins.
size_t lineOffset(llvm::StringRef Text, size_t Line);

/// Bytes of the first text, and what they become.
struct Replacement {
  SourceRange Where;
  std::string Text;
};

/// The change from \p Before to \p After as replacements of whole lines, in
/// order and apart.
std::vector<Replacement> replacements(llvm::StringRef Before,
                                      llvm::StringRef After);

} // namespace tessera

#endif
