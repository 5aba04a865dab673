//===- UsersText.h - Expressions in the user's words ----------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_TEXT_USERSTEXT_H
#define TESSERA_FRONTEND_KERNEL_TEXT_USERSTEXT_H

#include "FrontendContext.h"

namespace tessera {

/// How the user writes \p S in a kernel: its own text, with names for what only
/// the kernel's normal form has names for. Empty if the user does not write it,
/// and if it is no short line.
std::string usersText(const FrontendContext &C, const clang::Stmt *S);

/// What a message calls a statement of the kind of \p S: "'switch'".
std::string nameOfKind(const clang::Stmt *S);

} // namespace tessera

#endif
