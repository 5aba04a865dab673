//===- Steps.h - What a parse asks of the rooms ---------------------------===//
//
// In the order of Parse.cpp, which has further steps from headers of their own.
// Each fills a part of the FrontendContext and of its result from what those
// before it have left there; no room calls a step of another.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_STEPS_H
#define TESSERA_FRONTEND_STEPS_H

#include "FrontendContext.h"

namespace tessera {

/// Finds launches that are ill-typed only because an array of rank >= 2 is
/// passed to a pointer to its element, as the simple memory model allows.
///
/// Before:  k<<<g, b>>>(a + (i*N), b);      int a[N][N], b[N][N]; k(int *, ...)
/// After:   k<<<g, b>>>(a[0] + (i*N), b[0]);
Overlay normaliseLaunches(clang::ASTContext &AST,
                          const PreprocessorFacts &Facts);

/// The values of the macros that flags of the compiler may set.
void collectSettings(FrontendContext &C);
/// Definitions of which a program has one, whatever files have them.
void collectInlineDefinitions(FrontendContext &C);
/// `__global__ T a[..]` and `__managed__ T a[..]` at file scope.
void collectSharedVariables(FrontendContext &C);
/// Pointers whose memory cudaMallocManaged makes.
void collectManagedPointers(FrontendContext &C);
/// Instead: the variables that the program's own copies fill or read.
void collectOwnMemory(FrontendContext &C);
/// Statements that exchange what two of these pointers hold.
void collectExchanges(FrontendContext &C);
/// What the file's variables are or point to: see HostMemories.h.
void collectMemories(FrontendContext &C);
/// All kernels defined in the main file.
void buildKernels(FrontendContext &C);
/// All launches in host functions of the main file.
void buildLaunches(FrontendContext &C);
/// Host functions and what they do with shared variables. Needs the launches.
void buildHostModel(FrontendContext &C);
/// What host functions do with `__constant__` variables.
void collectConstants(FrontendContext &C);
/// Tests that may end loops of launches. Needs the host functions.
void collectLoopChecks(FrontendContext &C);

} // namespace tessera

#endif
