//===- Analyse.h - A table over a source tree -----------------------------===//
#ifndef TESSERA_DRIVER_REPORT_ANALYSE_H
#define TESSERA_DRIVER_REPORT_ANALYSE_H

#include "tessera/Driver/Options.h"

namespace tessera {

/// Tells what the translation would do to the kernels in the files and folders
/// of \p Opts. Writes nothing but its report.
///
/// \returns the exit code: 0 done, 1 something could not be read or analysed,
///          and all else is in the table, 2 wrong usage.
int analyse(const Options &Opts, llvm::raw_ostream &Out,
            llvm::raw_ostream &Errors);

} // namespace tessera

#endif
