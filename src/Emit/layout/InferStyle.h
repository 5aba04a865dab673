//===- InferStyle.h - How the user lays out a file ------------------------===//
#ifndef TESSERA_EMIT_LAYOUT_INFERSTYLE_H
#define TESSERA_EMIT_LAYOUT_INFERSTYLE_H

#include "clang/Format/Format.h"

namespace tessera {

/// The style that governs \p File, or one like that of \p Source. It never
/// changes anything but white space, and keeps comments and empty lines.
clang::format::FormatStyle styleOf(llvm::StringRef File,
                                   llvm::StringRef Source);

} // namespace tessera

#endif
