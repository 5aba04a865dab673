//===- Pipeline.h - One file, from text to text ---------------------------===//
#ifndef TESSERA_DRIVER_PIPELINE_H
#define TESSERA_DRIVER_PIPELINE_H

#include "tessera/Driver/KernelSummary.h"
#include "tessera/Driver/Options.h"
#include "tessera/Driver/ReportData.h"
#include "tessera/Driver/Tune.h"
#include "tessera/Support/Diagnostics.h"
#include <set>

namespace tessera {

/// What `--array` and `--kernel` can name.
struct KnownNames {
  std::set<std::string> Arrays, Kernels;
};

/// A function of the input.
struct FunctionPlace {
  std::string Name;
  SourceRange Where; ///< its definition
};

/// A definition that a plan made of a kernel, in lines of a new file, from 1.
struct VersionLines {
  std::string Name;
  unsigned Begin = 0, End = 0;
};

/// What became of one input file.
struct Translation {
  std::string Text; ///< the new file, or what `--print=` asked for
  /// The line of the input, from 1, that each line of a new file comes from.
  std::vector<unsigned> Lines;
  std::vector<VersionLines> Versions; ///< in a new file
  bool Changed = false;
  std::vector<Diagnostic> Messages; ///< ordered by place
  /// Files that were read, the input first, without the tool's own.
  std::vector<std::string> Dependencies;
  KnownNames Names;
  /// Those of Program::InlineDefinitions that changed.
  std::vector<SourceRange> InlineChanges;
  /// The variables of the simple memory model: they must be translated.
  std::map<std::string, SourcePlace> SimpleVariables;
  std::vector<FunctionPlace> Functions; ///< kernels, and those of the host
  std::vector<KernelSummary> Kernels;   ///< in the order of the text
  VersionsByLaunch VersionsForOthers;
  /// Names of kernels, see PlanDecision::WantsTiles: then nothing else is done.
  std::set<std::string> WantTiles;
  std::vector<TuneSite> Sites;    ///< of the kernels that could be changed
  std::optional<ReportData> Data; ///< for a report that shows it
};

/// Translates \p Source, the bytes of \p File.
///
/// \returns Reject if the input is wrong, any other error if the tool failed.
llvm::Expected<Translation>
translate(llvm::StringRef File, llvm::StringRef Source, const Options &Opts);

} // namespace tessera

#endif
