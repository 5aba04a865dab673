//===- Pipeline.h - One file, from text to text ---------------------------===//
#ifndef TESSERA_DRIVER_PIPELINE_H
#define TESSERA_DRIVER_PIPELINE_H

#include "tessera/Driver/Options.h"
#include "tessera/Support/Diagnostics.h"

namespace tessera {

/// What became of one input file.
struct Translation {
  std::string Text; ///< the new file, or what `--print=` asked for
  bool Changed = false;
  std::vector<Diagnostic> Messages; ///< ordered by place
  std::vector<std::string> Dependencies; ///< files that were read, in order
};

/// Translates \p Source, the bytes of \p File.
///
/// \returns Reject if the input is wrong, any other error if the tool failed.
llvm::Expected<Translation> translate(llvm::StringRef File,
                                      llvm::StringRef Source,
                                      const Options &Opts);

} // namespace tessera

#endif
