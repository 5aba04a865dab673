//===- Allocations.h - Calls that allocate CUDA memory --------------------===//
#ifndef TESSERA_EXEC_ALLOCATIONS_H
#define TESSERA_EXEC_ALLOCATIONS_H

#include <optional>

namespace clang {
class FunctionDecl;
}

namespace tessera::exec {

/// Which argument of \p F is the address of the pointer to new memory: the
/// first one of cudaMalloc and its kin, and what a function of the program
/// hands on to them.
std::optional<unsigned> allocatedArgument(const clang::FunctionDecl &F);

} // namespace tessera::exec

#endif
