//===- EachFile.h - All input files, several at once ----------------------===//
#ifndef TESSERA_DRIVER_FILES_EACHFILE_H
#define TESSERA_DRIVER_FILES_EACHFILE_H

#include "files/FileResult.h"
#include <functional>

namespace tessera {

/// Translates the files of \p Opts, with the options \p Each of each, in
/// processes of their own, and hands what they gave to \p Take, in order. How
/// far it is goes to \p Errors.
///
/// A file whose process crashed, or took too long, has that as its error.
/// Ends early if the command line is wrong for every file, as a result tells.
void translateEach(
    const Options &Opts, llvm::ArrayRef<Options> Each,
    llvm::raw_ostream &Errors,
    const std::function<void(FileResult, const Options &Own)> &Take);

} // namespace tessera

#endif
