//===- Overlay.h - What makes the user's file parse -----------------------===//
#ifndef TESSERA_FRONTEND_SOURCE_OVERLAY_H
#define TESSERA_FRONTEND_SOURCE_OVERLAY_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>

namespace tessera {

/// Text put into the user's file to make it parse. Offsets of the parsed text
/// are translated back to the user's.
class Overlay {
public:
  /// Inserts \p Text before byte \p UserOffset of the user's file.
  void insert(unsigned UserOffset, llvm::StringRef Text);
  bool empty() const { return Insertions.empty(); }
  std::string apply(llvm::StringRef Source) const;
  /// The user's offset of an offset of the parsed text; inside an insertion,
  /// the place it was inserted at.
  unsigned toUser(unsigned ParsedOffset) const;
  /// Both in one; \p Next has offsets of the text that this one makes.
  Overlay followedBy(const Overlay &Next) const;
  /// What is inserted, by the user's offsets.
  const std::map<unsigned, std::string> &insertions() const {
    return Insertions;
  }

private:
  std::map<unsigned, std::string> Insertions;
};

/// What makes Clang read the tokens of \p Source as nvcc does; nothing for most
/// programs.
Overlay readAsNvcc(llvm::StringRef Source);

} // namespace tessera

#endif
