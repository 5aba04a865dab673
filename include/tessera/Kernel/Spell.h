//===- Spell.h - Kernels as text ------------------------------------------===//
#ifndef TESSERA_KERNEL_SPELL_H
#define TESSERA_KERNEL_SPELL_H

#include "tessera/Kernel/Stmt.h"

namespace tessera::ir {

/// A stretch of a printed kernel: bytes of the parsed file, or new text.
struct Piece {
  SourceRange Bytes; ///< empty for new text
  std::string New;
};
/// The text of \p K's body; what is next to each other in the file is one
/// piece. Nothing if a part would have to be written that is not understood.
///
/// \param Source the parsed file.
std::optional<std::vector<Piece>> spell(const Kernel &K,
                                        llvm::StringRef Source);
std::string textOf(const std::vector<Piece> &Pieces, llvm::StringRef Source);

} // namespace tessera::ir

#endif
