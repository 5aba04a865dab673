//===- CalleeFacts.h - Small questions about called functions -------------===//
#ifndef TESSERA_FRONTEND_KERNEL_CALLS_CALLEEFACTS_H
#define TESSERA_FRONTEND_KERNEL_CALLS_CALLEEFACTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include <set>
#include <string>

namespace tessera {

/// Whether \p Callee is `__syncthreads()`, `__syncwarp()`, `__threadfence()` or
/// one of their kin.
bool ordersMemory(const clang::FunctionDecl *Callee);

/// Whether \p Callee is a function of CUDA's in which the threads of a warp
/// take part together.
bool isWarpOperation(const clang::FunctionDecl *Callee);

/// As programs name it: without namespaces that are inline.
std::string nameInCode(const clang::FunctionDecl *Callee);

/// Whether \p F only computes a value from numbers that it is given: it touches
/// no memory but its own variables.
bool isPureFunction(const clang::SourceManager &SM,
                    const clang::FunctionDecl *F);

/// Whether \p E may be evaluated any number of times, also never: it changes
/// nothing. The calls \p Known do not.
bool isRepeatable(const clang::SourceManager &SM, const clang::Expr *E,
                  const std::set<const clang::Expr *> &Known);

/// Whether the member function \p F may change a member of its object.
bool changesItself(const clang::FunctionDecl *F);

/// Whether \p F or what it calls uses the ids of threads or blocks.
bool usesIndices(const clang::FunctionDecl *F);

/// Whether the text of \p F means the same in a kernel that declares \p Names.
/// Not so for a function that nobody may call any more then, which compilers
/// warn about.
bool meansTheSameElsewhere(const clang::FunctionDecl *F,
                           const std::set<std::string> &Names);

/// How often the body of \p F names its own variables and its object.
unsigned countOwnNames(const clang::FunctionDecl *F);

/// The names of all variables in \p F.
std::set<std::string> declaredNames(const clang::FunctionDecl *F);

} // namespace tessera

#endif
