//===- HostEdits.h - The transfer plan as edits of the user's file --------===//
#ifndef TESSERA_EMIT_HOSTEDITS_H
#define TESSERA_EMIT_HOSTEDITS_H

#include "tessera/Emit/Edits.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// Turns \p Plan into edits of declarations, host statements, launch arguments
/// and kernel parameter lists. Kernel bodies are touched only where
/// KernelTransfers::Prologue asks for it: right behind their opening brace.
///
/// Before:  __global__ int a[N][N];
///          k<<<g, b>>>(a + (i*N));
/// After:   int a[N][N];
///          static int (*a_dev)[N];
///          k<<<g, b>>>(a_dev[0] + (i*N));
///          CUDA_CHECK(cudaGetLastError());
std::vector<TextEdit> collectHostEdits(const Program &P,
                                       const TransferPlan &Plan);

/// Changes the statements of launches that are done in pieces, with what
/// \p Edits does inside of them: those edits are taken out.
void startInPieces(const Program &P, const TransferPlan &Plan,
                   std::vector<TextEdit> &Edits);

/// The same for launches that are spread over several GPUs.
void startOnGpus(const Program &P, const TransferPlan &Plan,
                 std::vector<TextEdit> &Edits);

/// What gives the parameter list \p List of a kernel what \p Change appends.
TextEdit appendParameters(const Program &P, SourceRange List,
                          const KernelTransfers &Change);

/// The program in plain managed CUDA, for use as reference: shared variables
/// become `__managed__`, array arguments count elements in valid C++, and a
/// synchronisation follows each launch that is a statement. Nothing else
/// changes.
llvm::Expected<TracedText> toManagedSpelling(const Program &P);

} // namespace tessera

#endif
