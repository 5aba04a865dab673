//===- LineDirectives.h - Lines of the user's file in the result ----------===//
#ifndef TESSERA_DRIVER_FILES_LINEDIRECTIVES_H
#define TESSERA_DRIVER_FILES_LINEDIRECTIVES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// \p Text, which became of \p File, with `#line` directives: compilers then
/// name lines of \p File. For texts that only a compiler reads.
///
/// \param Origins the line of \p File, from 1, that each line comes from; those
///        that have none follow the line before them.
std::string withLineDirectives(llvm::StringRef File, llvm::StringRef Text,
                               llvm::ArrayRef<unsigned> Origins);

} // namespace tessera

#endif
