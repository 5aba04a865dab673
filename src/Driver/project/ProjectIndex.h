//===- ProjectIndex.h - What the files of a program tell each other -------===//
//
//   a.cu, b.cu ──--index──▶ index.json ──--project──▶ OtherFiles of a.cu
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_PROJECT_PROJECTINDEX_H
#define TESSERA_DRIVER_PROJECT_PROJECTINDEX_H

#include "tessera/Driver/Options.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/Planner.h"

namespace tessera {

/// A file as it was read.
struct IndexedText {
  std::string Path; ///< absolute
  std::string Hash; ///< of its bytes; empty: whatever they are
};

/// A source file of the program.
struct IndexedFile {
  IndexedText Source;
  std::vector<IndexedText> Headers; ///< its own
  std::vector<std::string> Flags, Architectures;
  std::map<std::string, KernelEffects> Kernels; ///< that it defines
  /// By kernel, also of other files, in the order of the text.
  std::vector<std::pair<std::string, LaunchModel>> Launches;
  std::set<std::string> KernelsTaken; ///< see OtherFiles
  VersionsByLaunch Versions;          ///< of its kernels, for other files
  std::map<std::string, bool> Arrays; ///< whether of the simple memory model
  bool MindsErrors = false;           ///< see OtherFiles
};

struct ProjectIndex {
  std::vector<IndexedFile> Files; ///< in the order of their paths
};

/// What other files have to know of \p P, which was read with \p Opts.
IndexedFile indexOf(const Program &P, const Options &Opts);

/// \p Index as JSON, one line for each file.
std::string toJson(const ProjectIndex &Index);

/// Reads the indexes in \p Paths as one.
///
/// \returns Reject(CannotRead), or Reject(BadProject) if one is no index, or
///          two have the same file.
llvm::Expected<ProjectIndex> readIndexes(const std::vector<std::string> &Paths);

/// The index that \p Texts, each that of some files, are together.
///
/// \returns Reject(BadProject), as above; \p Names are those of the texts.
llvm::Expected<ProjectIndex> mergeIndexes(llvm::ArrayRef<std::string> Texts,
                                          llvm::ArrayRef<std::string> Names);

/// Whether \p Found, made of \p File, is what the index has.
///
/// \returns Reject(BadProject) if not.
llvm::Error checkVersions(const ProjectIndex &Index, llvm::StringRef File,
                          const VersionsByLaunch &Found);

/// Reject(BadProject): \p Why an index cannot be used.
llvm::Error badIndex(const llvm::Twine &Why);

/// The files of \p Index, by number, with kernels that others launch.
std::vector<size_t> filesForOthers(const ProjectIndex &Index);

/// What the files of \p Index other than \p File say.
///
/// \returns Reject(BadProject) if \p File is not there, or some file has
///          changed since it was read, unless that \p MayBeStale.
llvm::Expected<OtherFiles> othersOf(const ProjectIndex &Index,
                                    llvm::StringRef File,
                                    bool MayBeStale = false);

} // namespace tessera

#endif
