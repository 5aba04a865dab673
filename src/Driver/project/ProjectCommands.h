//===- ProjectCommands.h - How the files of a project are compiled --------===//
#ifndef TESSERA_DRIVER_PROJECT_PROJECTCOMMANDS_H
#define TESSERA_DRIVER_PROJECT_PROJECTCOMMANDS_H

#include "tessera/Driver/Options.h"

namespace tessera {

/// \p Opts for each command that compiles \p File with other flags: at least
/// one. The flags are, in this order,
///
///   1. those behind `--`, if it is given;
///   2. those of the commands in the compile_commands.json of `-p`, which must
///      have the file;
///   3. those in the first one in the folders above the file, if it has the
///      file;
///   4. none.
///
/// Flags of `--extra-arg` come last in any case. A device that nobody names is
/// that of the flags.
///
/// \returns Reject(BadDatabase) if a database cannot be used.
llvm::Expected<std::vector<Options>>
optionsForCommands(const Options &Opts, const std::string &File);

/// What distinguishes the flags of \p Each, to tell people: `-DN=1 | -DN=2`.
std::string differingFlags(llvm::ArrayRef<Options> Each);

} // namespace tessera

#endif
