//===- Edits.h - Changes to the user's text, as values --------------------===//
#ifndef TESSERA_EMIT_EDITS_H
#define TESSERA_EMIT_EDITS_H

#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Where a line comes from: so many lines below that of a byte of the user's
/// file. Where that is not known, from where the line before it does.
struct LineOrigin {
  SourcePlace Where = SourcePlace::nowhere();
  unsigned Below = 0;
};

/// New text with statements of the user in between.
struct MixedText {
  std::string Text;
  std::vector<SourceRange> Users;       ///< bytes of `Text`, in order
  std::vector<LineOrigin> Lines = {{}}; ///< one for each line of `Text`

  /// Adds \p More, which serves what stands at \p For.
  void addNew(llvm::StringRef More, SourcePlace For = SourcePlace::nowhere());
  /// Adds \p More, which stands at \p From, line by line.
  void addUsers(llvm::StringRef More,
                SourcePlace From = SourcePlace::nowhere());
  void add(const MixedText &More);

private:
  void addLines(llvm::StringRef More, SourcePlace From, unsigned Step);
};

/// Replaces the bytes `Where` of the user's file; an empty range inserts.
struct TextEdit {
  SourceRange Where;
  std::string Replacement;
  std::string Why; ///< for `--print=edits`
  /// Bytes of `Replacement` that are statements of the user, perhaps rewritten.
  std::vector<SourceRange> Users = {};
  /// For each line of `Replacement`; where there are fewer, the last of them
  /// holds for the rest, and without any the line of `Where`.
  std::vector<LineOrigin> Lines = {};
};

/// The text of a file after edits.
struct EditedText {
  std::string Text;
  std::vector<SourceRange> New;   ///< what edits put in, but for `Users`
  std::vector<SourceRange> Users; ///< statements of the user inside edits
};

/// A text that edits led to.
struct TracedText {
  std::string Text;
  /// The line of the text before, from 1, that each line comes from.
  std::vector<unsigned> Lines;
};

/// Applies all of \p Edits to \p Source.
///
/// Insertions at the same byte keep the order of \p Edits, and come before a
/// replacement that starts there.
///
/// \returns an error if two edits overlap or one is outside of the text: a
///          mistake of ours.
llvm::Expected<EditedText> applyEdits(llvm::StringRef Source,
                                      llvm::ArrayRef<TextEdit> Edits);

/// The byte of \p Source that byte \p Offset of \p Edited was, which \p Edits
/// made of it, and a change of white space afterwards. Nothing for new text.
std::optional<unsigned> originOf(llvm::StringRef Source,
                                 llvm::ArrayRef<TextEdit> Edits,
                                 llvm::StringRef Edited, unsigned Offset);

/// Which of \p Edits made byte \p Offset of \p Edited, as \ref originOf finds
/// it. Nothing for the user's text.
std::optional<size_t> editAt(llvm::StringRef Source,
                             llvm::ArrayRef<TextEdit> Edits,
                             llvm::StringRef Edited, unsigned Offset);

/// The line of \p Source, from 1, that each line of \p Edited comes from, which
/// \p Edits made of it, and a change of white space afterwards.
std::vector<unsigned> lineOrigins(llvm::StringRef Source,
                                  llvm::ArrayRef<TextEdit> Edits,
                                  llvm::StringRef Edited);

/// Prints \p Edits in the order of the text, with line numbers of \p Source.
void print(llvm::raw_ostream &OS, llvm::ArrayRef<TextEdit> Edits,
           llvm::StringRef Source);

} // namespace tessera

#endif
