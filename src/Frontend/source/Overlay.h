//===- Overlay.h - What makes the user's file parse -----------------------===//
#ifndef TESSERA_FRONTEND_SOURCE_OVERLAY_H
#define TESSERA_FRONTEND_SOURCE_OVERLAY_H

#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>

namespace tessera {

/// Text put into the user's file, or in the place of some of it, for Clang to
/// read. Offsets of the parsed text are translated back to the user's.
class Overlay {
public:
  /// Inserts \p Text before byte \p UserOffset of the user's file.
  void insert(unsigned UserOffset, llvm::StringRef Text) {
    replace(UserOffset, UserOffset, Text);
  }
  /// Puts \p Text in the place of the user's bytes `[Begin, End)`, none of
  /// which is replaced already.
  void replace(unsigned Begin, unsigned End, llvm::StringRef Text);
  bool empty() const { return Edits.empty(); }
  std::string apply(llvm::StringRef Source) const;
  /// The user's offset of an offset of the parsed text; inside of new text the
  /// place where that stands.
  unsigned toUser(unsigned ParsedOffset) const;
  /// The user's bytes in whose place stands what is at \p Parsed, and no more;
  /// nothing if there are none.
  std::optional<SourceRange> replacedBy(SourceRange Parsed) const;
  /// Both in one; \p Next has offsets of the text that this one makes.
  Overlay followedBy(const Overlay &Next) const;
  /// What is new, by the user's offsets.
  std::map<unsigned, std::string> insertions() const;

private:
  struct Edit {
    unsigned End; ///< of what is replaced
    std::string Text;
  };
  std::map<unsigned, Edit> Edits; ///< by where they begin
};

/// What makes Clang read the tokens of \p Source as nvcc does; nothing for most
/// programs.
Overlay readAsNvcc(llvm::StringRef Source);

} // namespace tessera

#endif
