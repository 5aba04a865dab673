//===- LineOrigins.h - Where the lines of a result come from --------------===//
#ifndef TESSERA_DRIVER_FILES_LINEORIGINS_H
#define TESSERA_DRIVER_FILES_LINEORIGINS_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace tessera {

/// The line of \p Before, from 1, that each of the \p Lines lines of \p After
/// comes from, in order. What is not changed comes from itself, what is
/// inserted from the code before which it stands, and what replaces lines from
/// those of them with which it has most words in common.
std::vector<size_t> lineOrigins(llvm::StringRef Before, llvm::StringRef After,
                                size_t Lines);

} // namespace tessera

#endif
