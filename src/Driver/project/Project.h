//===- Project.h - Input files that are parts of one program --------------===//
#ifndef TESSERA_DRIVER_PROJECT_PROJECT_H
#define TESSERA_DRIVER_PROJECT_PROJECT_H

#include "tessera/Driver/Options.h"

namespace tessera {

/// Reads all input files and writes their index to `--index`.
///
/// \returns the exit code; nothing is written if a file cannot be read.
int writeIndex(const Options &Opts, llvm::raw_ostream &Errors);

/// Reads the indexes of `--project`, or the input files for one, if \p Opts
/// have the option.
///
/// \returns whether that was possible; if not, \p Errors got a message.
bool loadProject(Options &Opts, llvm::raw_ostream &Errors);

} // namespace tessera

#endif
