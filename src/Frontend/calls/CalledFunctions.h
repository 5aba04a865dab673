//===- CalledFunctions.h - Which functions calls may run ------------------===//
//
// Besides the functions of the file there are
//
//   plain functions of its headers, which touch shared memory only through
//   their parameters: their summaries are all that callers have to know;
//   lambdas: their bodies are functions of the file, which run where the
//   variable that holds them is called, or where a function gets them;
//   computed calls, of any function whose address is taken.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_CALLS_CALLEDFUNCTIONS_H
#define TESSERA_FRONTEND_CALLS_CALLEDFUNCTIONS_H

#include "FrontendContext.h"

namespace tessera {

using FunctionList = std::vector<const clang::FunctionDecl *>;

/// Whether \p Callee, which is defined elsewhere, is more than a function of
/// the host's standard libraries.
bool mayLaunch(const FrontendContext &C, const clang::FunctionDecl *Callee);

/// How the function lets code run that transfers cannot be placed around, as
/// what follows its name in a sentence; empty if it does not.
llvm::StringRef leavesSequence(llvm::StringRef QualifiedName);

/// The functions in headers of the user that \p Functions and they themselves
/// call, and that launch nothing, name no shared variable and call nothing
/// unknown.
FunctionList plainHeaderFunctions(const FrontendContext &C,
                                  const FunctionList &Functions);

/// Finds the lambdas of the file and the calls that run them.
///
/// \returns those that may run where no call is seen.
std::set<const clang::CXXRecordDecl *> followLambdas(FrontendContext &C,
                                                     const FunctionList &Plain);

/// Of a lambda.
bool isBodyOf(const clang::FunctionDecl *F, const clang::CXXRecordDecl *Lambda);

} // namespace tessera

#endif
