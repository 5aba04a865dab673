//===- Configuration.h - `.tessera`, the options of a folder --------------===//
//
//   file's folder ──▶ folder around it ──▶ ..     the first `.tessera` counts,
//                                                 and those around it as long
//   InheritParentConfig: true                     as they say so
//   transfers: false
//   arrays: {A: shared, B: global}                the command line counts more
//   flags: [-DN=1024, -Iinclude]
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_OPTIONS_CONFIGURATION_H
#define TESSERA_DRIVER_OPTIONS_CONFIGURATION_H

#include "tessera/Driver/Options.h"
#include <map>
#include <variant>

namespace tessera {

/// The keys of a configuration file that are set. Most have the name of the
/// option that they stand for.
struct Configuration {
  std::optional<bool> InheritParent;
  std::optional<std::string> Gpu, CudaPath, Plan, Kernel;
  std::optional<SeveralOutputs> Coarsen;
  std::optional<bool> Tiles, Transfers, Graphs, ImproveCopies,
      AllowReassociation, Quiet;
  std::optional<unsigned> Pieces;
  std::optional<bool> AllGpus;
  /// Nothing inside: never.
  std::optional<std::optional<PhaseForm>> SplitPhases;
  std::map<std::string, bool> Arrays; ///< true: shared
  std::vector<AssumedBlock> Assumed;
  std::vector<std::string> Flags; ///< of the compiler
};

/// A configuration file that cannot be used.
struct ConfigurationError {
  std::string Message;
  std::optional<size_t> Offset; ///< where in it
};

/// Reads the text of a configuration file. \p Devices are the folder of
/// profiles.
std::variant<Configuration, ConfigurationError>
readConfiguration(llvm::StringRef Text, const std::string &Devices);

/// Writes all that is set.
void writeConfiguration(llvm::raw_ostream &OS, Configuration C);

/// \p Opts for one of its files: with the configuration that is meant for it.
/// The configuration's files are listed in it.
///
/// \param File a path; it need not exist.
/// \returns nothing after a message to \p Errors.
std::optional<Options> effectiveOptions(const Options &Opts,
                                        llvm::StringRef File,
                                        llvm::raw_ostream &Errors);

/// Prints the options that files may have, for the first file, or for the
/// current folder if there is none. \returns the exit code.
int dumpConfiguration(const Options &Opts, llvm::raw_ostream &Out,
                      llvm::raw_ostream &Errors);

} // namespace tessera

#endif
