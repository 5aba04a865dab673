//===- Run.h - The tool on its input files --------------------------------===//
#ifndef TESSERA_DRIVER_RUN_H
#define TESSERA_DRIVER_RUN_H

#include "tessera/Driver/Options.h"

namespace tessera {

/// Translates every file of \p Opts and writes what was asked for.
///
/// \returns the exit code: 0 done, 1 an input or the tool failed (that file's
///          output is untouched), 3 `--check` found a difference.
int run(const Options &Opts, llvm::raw_ostream &Out, llvm::raw_ostream &Errors);

} // namespace tessera

#endif
