//===- Messages.h - Diagnostics in Clang's form ---------------------------===//
#ifndef TESSERA_DRIVER_MESSAGES_H
#define TESSERA_DRIVER_MESSAGES_H

#include "tessera/Support/Diagnostics.h"

namespace tessera {

/// `file:12:5: remark: staged 'A' ... [tessera-staged]`, with the line and a
/// caret. Without a place: `file: error: ...`.
void printMessage(llvm::raw_ostream &OS, llvm::StringRef File,
                  llvm::StringRef Source, const Diagnostic &D);

/// Puts \p Messages in the order of the text, each once.
void arrange(std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
