//===- DeviceOutput.h - What kernels print --------------------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_CALLS_DEVICEOUTPUT_H
#define TESSERA_FRONTEND_KERNEL_CALLS_DEVICEOUTPUT_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

namespace tessera {

/// Whether device code of \p F, or of what it calls, may write to the output of
/// the program: it does, or calls what is not seen.
bool mayPrint(const clang::FunctionDecl *F, const clang::SourceManager &SM);
/// Whether \p E, of a device's, tells something of values or ends the program,
/// and does nothing else: `printf("%d", i)`, what a failed assertion calls.
bool onlyTells(const clang::CallExpr *E, const clang::SourceManager &SM);
/// As mayPrint, for host code of \p S, but for what it writes to `stderr`,
/// where kernels write nothing.
bool mayPrintOnHost(const clang::Stmt *S, const clang::SourceManager &SM);

} // namespace tessera

#endif
