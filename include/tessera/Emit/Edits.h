//===- Edits.h - Replacements in the user's file --------------------------===//
#ifndef TESSERA_EMIT_EDITS_H
#define TESSERA_EMIT_EDITS_H

#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tessera {

/// Replaces the bytes `Where` of the file; an empty range inserts.
struct TextEdit {
  SourceRange Where;
  std::string Replacement;
  std::string Why; ///< a few words, for `--print=edits`
};

/// Applies \p Edits to \p Source. Insertions at one place keep their order and
/// come before a replacement that begins there.
///
/// \returns an error if two replacements overlap: a bug of ours.
llvm::Expected<std::string> applyEdits(llvm::StringRef Source,
                                       std::vector<TextEdit> Edits);

/// Prints one edit per paragraph, in text order.
void printEdits(llvm::raw_ostream &OS, llvm::StringRef Source,
                std::vector<TextEdit> Edits);

} // namespace tessera

#endif
