//===- ProjectOptions.h - Options on projects: flags, other files ---------===//
#ifndef TESSERA_DRIVER_OPTIONS_PROJECTOPTIONS_H
#define TESSERA_DRIVER_OPTIONS_PROJECTOPTIONS_H

#include "tessera/Driver/Options.h"
#include "llvm/Support/CommandLine.h"

namespace tessera {

/// The category of these options. Makes them known: to be called before the
/// command line is read.
llvm::cl::OptionCategory &projectCategory();

/// A sentence on what is wrong with the value of one of them, or nothing.
std::string wrongProjectValue();

/// Whether there is a `--flags-file`.
bool hasFlagsFile();
/// Puts its flags before \p Flags. CMake has lists of flags whose items begin
/// with `SHELL:` and hold several.
///
/// \returns why they cannot be read; empty if they were, or there is none.
std::string addFlagsFile(std::vector<std::string> &Flags);

/// Puts the other options into \p Opts.
///
/// \returns why the flags of some file cannot be read, or nothing.
std::string readProjectOptions(Options &Opts);

/// A sentence on what is wrong with them taken together, or nothing.
std::string projectContradiction(const Options &Opts);

} // namespace tessera

#endif
