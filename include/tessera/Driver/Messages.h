//===- Messages.h - Diagnostics in Clang's form ---------------------------===//
#ifndef TESSERA_DRIVER_MESSAGES_H
#define TESSERA_DRIVER_MESSAGES_H

#include "tessera/Support/Diagnostics.h"

namespace tessera {

/// `file:12:5: remark: staged 'A' ... [tessera-staged]`, with the line and a
/// caret where \p Source has the place.
void printMessage(llvm::raw_ostream &OS, llvm::StringRef File,
                  llvm::StringRef Source, const Diagnostic &D);

} // namespace tessera

#endif
