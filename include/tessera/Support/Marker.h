//===- Marker.h - The comment that rewritten kernels carry ----------------===//
//
// `// Tiled by tessera, 1a2b3c4d5e6f7a8b.` in the line before a kernel says
// that the kernel's text, which has that hash, is ours: it is not rewritten
// again. A kernel that was edited since has another hash and counts as the
// user's.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_SUPPORT_MARKER_H
#define TESSERA_SUPPORT_MARKER_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// The marker for a kernel whose body, braces included, is \p Body.
std::string markerFor(llvm::StringRef Body);

/// Whether the text \p Before a kernel ends in the marker of \p Body.
bool isMarked(llvm::StringRef Before, llvm::StringRef Body);

/// Where the marker of the definition that begins at \p Begin in \p Source
/// stands: there, or before an `extern "C"` that it has.
size_t markerPlace(llvm::StringRef Source, size_t Begin);

} // namespace tessera

#endif
