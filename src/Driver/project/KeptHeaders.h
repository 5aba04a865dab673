//===- KeptHeaders.h - Headers that have to stay as they are --------------===//
#ifndef TESSERA_DRIVER_PROJECT_KEPTHEADERS_H
#define TESSERA_DRIVER_PROJECT_KEPTHEADERS_H

#include "project/TranslateFiles.h"

namespace tessera {

/// Headers that have to stay as they are.
struct KeptHeaders {
  std::vector<std::string> Paths;
  /// Some are errors if the file cannot do without the headers.
  std::vector<Diagnostic> Why;
};

inline constexpr llvm::StringLiteral KeptReason =
    "and other files may have it, too, where it would not become the same";

/// Those of \p Program, of \p Text: what other files may define, too, must be
/// the same in all of them.
KeptHeaders keptHeaders(llvm::StringRef Text, const TranslatedProgram &Program);

} // namespace tessera

#endif
