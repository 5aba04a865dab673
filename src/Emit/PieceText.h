//===- PieceText.h - A launch that is done piece by piece -----------------===//
#ifndef TESSERA_EMIT_PIECETEXT_H
#define TESSERA_EMIT_PIECETEXT_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The block that takes the place of the launch statement of \p Loop, which
/// stands at the indentation \p Indent. One level more is \p Unit.
std::string pieceText(const Program &P, const TransferPlan &Plan,
                      const PieceLoop &Loop, std::string Indent,
                      llvm::StringRef Unit);

} // namespace tessera

#endif
