//===- ConstPromises.h - Whether `const` is meant -------------------------===//
#ifndef TESSERA_FRONTEND_EFFECTS_CONSTPROMISES_H
#define TESSERA_FRONTEND_EFFECTS_CONSTPROMISES_H

#include "clang/AST/Decl.h"

namespace tessera {

/// Whether \p F, and what it calls, writes through no pointer and no reference
/// to `const`: none is cast to another, nor kept in a form in which the
/// language does not follow it. False where that is not seen.
bool keepsConst(const clang::ASTContext &AST, const clang::FunctionDecl *F);

} // namespace tessera

#endif
