//===- GroupCalls.h - Calls of functions of cooperative groups ------------===//
#ifndef TESSERA_FRONTEND_KERNEL_CALLS_GROUPCALLS_H
#define TESSERA_FRONTEND_KERNEL_CALLS_GROUPCALLS_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace tessera {

/// Whether \p Callee belongs to CUDA's groups of threads: it may wait, exchange
/// values, or number threads.
bool isOfGroup(const clang::FunctionDecl *Callee);

/// The group that \p E, a call of a function of CUDA's groups, is for; null if
/// it is for none.
const clang::Expr *groupAsked(const clang::CallExpr *E);

/// Whether \p E is a barrier of threads that are all in one warp: of
/// `__syncwarp()`, or of a group that is no larger.
bool waitsInWarp(const clang::CallExpr *E);

/// Whether \p Callee, which belongs to CUDA's groups, is one in which the
/// threads of a group take part together, and which touches no memory.
bool exchangesInGroup(const clang::FunctionDecl *Callee);

/// The same, or that it makes a group, or tells something of one.
bool asksGroup(const clang::FunctionDecl *Callee);

} // namespace tessera

#endif
