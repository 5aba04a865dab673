//===- BoundReads.h - References that are as good as values ---------------===//
#ifndef TESSERA_FRONTEND_KERNEL_ACCESSES_BOUNDREADS_H
#define TESSERA_FRONTEND_KERNEL_ACCESSES_BOUNDREADS_H

#include "effects/Changes.h"
#include "clang/Basic/SourceManager.h"

namespace tessera {

/// The references that \p Body declares in blocks in which nothing is written
/// to memory, and no other thread is waited for, behind their declaration: what
/// they name is the same whenever it is read, and may be read there.
VariableSet findBoundReads(const clang::SourceManager &SM,
                           const clang::Stmt *Body);

} // namespace tessera

#endif
