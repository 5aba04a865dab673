//===- Messages.h - Diagnostics in Clang's form ---------------------------===//
#ifndef TESSERA_DRIVER_MESSAGES_H
#define TESSERA_DRIVER_MESSAGES_H

#include "tessera/Support/Diagnostics.h"

namespace tessera {

/// A place as people count, in bytes as Clang, and the line it is in without
/// its line break.
struct LinePlace {
  unsigned Line, Column;
  llvm::StringRef Text;
};

LinePlace locate(llvm::StringRef Source, SourcePlace Where);

/// `file:12:5: remark: staged 'A' ... [tessera-staged]`, with the line and a
/// caret. Without a place: `file: error: ...`.
void printMessage(llvm::raw_ostream &OS, llvm::StringRef File,
                  llvm::StringRef Source, const Diagnostic &D);
/// The same with another level than its own, as the user wants it.
void printMessage(llvm::raw_ostream &OS, llvm::StringRef File,
                  llvm::StringRef Source, const Diagnostic &D, DiagLevel Level);

/// Puts \p Messages in the order of the text, each once.
void arrange(std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
