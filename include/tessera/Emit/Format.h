//===- Format.h - The layout of new text ----------------------------------===//
#ifndef TESSERA_EMIT_FORMAT_H
#define TESSERA_EMIT_FORMAT_H

#include "tessera/Emit/Edits.h"

namespace tessera {

/// Lays out what edits put into \p File: by the `.clang-format` that governs
/// the file, else in the style of \p Source, the file before.
///
/// Lines that are wholly new may be broken, joined and spaced; they stay at
/// their depth. A statement of
/// the user that was rewritten is laid out again only if it has become too long
/// or if its lines no longer stand under each other. All other lines, and all
/// characters but white space, stay.
std::string formatNewText(llvm::StringRef File, llvm::StringRef Source,
                          const EditedText &Edited);

} // namespace tessera

#endif
