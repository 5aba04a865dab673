//===- HeaderArrays.h - Headers that may have arrays of the simple model --===//
#ifndef TESSERA_EXEC_HEADERARRAYS_H
#define TESSERA_EXEC_HEADERARRAYS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tessera::exec {

/// Whether a header that \p Path, whose text is \p Text, includes may declare
/// something `__global__` that is no kernel. A quick look at the texts, which
/// says yes where it cannot tell.
bool mayHaveHeaderArrays(llvm::StringRef Path, llvm::StringRef Text,
                         const std::vector<std::string> &Flags);

} // namespace tessera::exec

#endif
