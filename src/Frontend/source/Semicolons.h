//===- Semicolons.h - Where statements and declarations end ---------------===//
#ifndef TESSERA_FRONTEND_SOURCE_SEMICOLONS_H
#define TESSERA_FRONTEND_SOURCE_SEMICOLONS_H

#include "FrontendContext.h"

namespace tessera {

/// The parsed offset behind the `;` that is the next token at \p From; nothing
/// if another one is.
std::optional<unsigned> behindSemicolon(const FrontendContext &C,
                                        unsigned From);

/// The parsed offset behind the first `;` after \p From that is in no brackets
/// or comment; the text's end if there is none.
unsigned behindDeclaration(const FrontendContext &C, unsigned From);

} // namespace tessera

#endif
