//===- NotManaged.h - What managed memory cannot hold ---------------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_NOTMANAGED_H
#define TESSERA_FRONTEND_VARIABLES_NOTMANAGED_H

#include "FrontendContext.h"

namespace tessera {

/// Why \p V could not be declared `__managed__`, by its declaration; empty if
/// it could.
std::string whyNotManaged(const clang::VarDecl *V,
                          const clang::ASTContext &AST);

/// Notes for the shared variables why they could not, by their uses.
void noteConstantUses(FrontendContext &C);

} // namespace tessera

#endif
