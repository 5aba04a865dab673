//===- TypePieces.h - Types in text that may move -------------------------===//
//
// A type that is named by what a kernel declares, `decltype(x)` or a `typedef`
// of its own, is a piece of its own in the text of its statements: a `Macro`,
// which is printed as written as long as the statements stay where they are.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_TYPEPIECES_H
#define TESSERA_MODEL_TYPEPIECES_H

#include "tessera/Model/KernelModel.h"

namespace tessera {

/// The type that the user wrote as \p Written; \p Plain means the same wherever
/// it stands. What is written once has one number.
Piece typePiece(unsigned Number, Text Written, std::string Plain);
bool isType(const Piece &P);

/// \p T with the plain form of every type in it.
Text withPlainTypes(const Text &T);
/// \p K with the plain form of every type in its text.
KernelModel withPlainTypes(KernelModel K);

} // namespace tessera

#endif
