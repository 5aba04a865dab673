//===- HostFlags.h - Flags of the host compiler ---------------------------===//
#ifndef TESSERA_FRONTEND_SOURCE_HOSTFLAGS_H
#define TESSERA_FRONTEND_SOURCE_HOSTFLAGS_H

#include "tessera/Frontend/CompilerCommand.h"

namespace tessera {

/// How many words the option of Clang at \p Words[I] takes, itself included;
/// more than there are if its value is missing, 0 if Clang has no such option.
unsigned wordsOfClangOption(const std::vector<std::string> &Words, size_t I);

/// Adds what Clang needs of \p Host, and what it says of architectures and of
/// how far the compilation goes. Flags that Clang has not, or refuses here, as
/// gcc's own, are left out: they are the host compiler's business.
void addHostFlags(const std::vector<std::string> &Host, llvm::StringRef Folder,
                  CompilerCommand &Into);

} // namespace tessera

#endif
