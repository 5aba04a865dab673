//===- Deliver.h - Results go where they were asked for -------------------===//
#ifndef TESSERA_DRIVER_FILES_DELIVER_H
#define TESSERA_DRIVER_FILES_DELIVER_H

#include "files/FileResult.h"

namespace tessera {

/// The file that the result of \p File goes to; empty for standard output.
std::string targetOf(const std::string &File, const Options &Opts);

/// Writes \p Result, copies of headers first, and its dependency file: each as
/// a whole, or not at all. What goes to standard output goes to \p Out.
///
/// \returns Reject(CannotWrite) if a file cannot be written.
llvm::Error deliver(const FileResult &Result, const Options &Opts,
                    llvm::raw_ostream &Out);

/// Writes that \p Target depends on \p Files, as `-MD` and its kin ask for it.
llvm::Error writeDependencies(const std::string &Target,
                              llvm::ArrayRef<std::string> Files,
                              const Options &Opts);

} // namespace tessera

#endif
