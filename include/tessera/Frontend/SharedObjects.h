//===- SharedObjects.h - Shared variables that have constructors ----------===//
#ifndef TESSERA_FRONTEND_SHAREDOBJECTS_H
#define TESSERA_FRONTEND_SHAREDOBJECTS_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>

namespace tessera {

/// nvcc does not initialise `__shared__` objects whose members have
/// initialisers, and Clang takes no such object.
///
/// Before:  __shared__ Pair best[16];
/// After:   /*__shared__*/ Word Pair best[16];
///
/// \param Name of the variable, as an offset of \p Text.
/// \returns what to insert, by offset; nothing if the specifier is not found.
std::map<unsigned, std::string>
respellSharedObject(llvm::StringRef Text, unsigned Name, llvm::StringRef Word);

/// What such a variable is annotated with.
constexpr char SharedObjectNote[] = "tessera-shared-object";

} // namespace tessera

#endif
