//===- StableMembers.h - Members that keep their value in a function ------===//
#ifndef TESSERA_FRONTEND_EFFECTS_STABLEMEMBERS_H
#define TESSERA_FRONTEND_EFFECTS_STABLEMEMBERS_H

#include "clang/AST/Decl.h"
#include <set>

namespace tessera {

/// The members that \p F names and that nothing changes, in any object, while
/// \p F runs: neither it nor what it calls.
std::set<const clang::FieldDecl *> stableMembers(const clang::FunctionDecl *F);

} // namespace tessera

#endif
