//===- Allocations.h - Calls that allocate CUDA memory --------------------===//
#ifndef TESSERA_FRONTEND_ALLOCATIONS_H
#define TESSERA_FRONTEND_ALLOCATIONS_H

#include <optional>

namespace clang {
class FunctionDecl;
}

namespace tessera {

/// Which argument of \p F is the address of the pointer to new memory: the
/// first one of cudaMalloc and its kin, and a parameter that a function of the
/// program hands on to one of them and uses for nothing else.
std::optional<unsigned> allocatedArgument(const clang::FunctionDecl &F);

} // namespace tessera

#endif
