//===- HostMemories.h - What the variables of host code point to ----------===//
#ifndef TESSERA_FRONTEND_HOST_HOSTMEMORIES_H
#define TESSERA_FRONTEND_HOST_HOSTMEMORIES_H

#include "FrontendContext.h"

namespace tessera {

/// The variable or member that a pointer is, or whose memory it points into.
struct MemoryOrigin {
  const clang::ValueDecl *Variable = nullptr; ///< null if it is not known
  bool AtStart = true;
};
/// Of the value of \p E, a pointer.
MemoryOrigin originOf(const clang::Expr *E);
/// Of the object \p E, a glvalue that is no pointer variable.
MemoryOrigin originOfObject(const clang::Expr *E);

/// The memory of \p Origin, if it is in the table.
std::optional<HostPlace> placeOf(const FrontendContext &C,
                                 const MemoryOrigin &Origin);

/// The name of the function that \p E calls; empty if that is not known.
llvm::StringRef calledName(const clang::CallExpr *E);

} // namespace tessera

#endif
