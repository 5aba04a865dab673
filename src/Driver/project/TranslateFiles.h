//===- TranslateFiles.h - A program and its headers, file by file ---------===//
//
//   the file and its flags ──▶ one text with the project's headers
//     ──▶ translate ──▶ the file, and copies of the headers that changed
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_PROJECT_TRANSLATEFILES_H
#define TESSERA_DRIVER_PROJECT_TRANSLATEFILES_H

#include "tessera/Driver/Pipeline.h"

namespace tessera {

/// A file before and after.
struct TranslatedFile {
  std::string Path;
  std::string Source, Text;
  /// The line of `Source`, from 1, that each line of `Text` comes from.
  std::vector<unsigned> Lines;
  std::vector<VersionLines> Versions; ///< in `Text`
  /// Of a header that changed: the name of its copy beside the result.
  std::string CopyName;
  std::vector<Diagnostic> Messages; ///< their places are in `Source`
  std::vector<FunctionPlace> Functions;
  std::vector<KernelSummary> Kernels;
  /// What reports show of it as the members of an object in JSON, see
  /// reportMembers; empty if no report does.
  std::string Data;
};

/// What became of a program.
struct TranslatedProgram {
  /// First the input, then the project's headers whose texts were looked at.
  std::vector<TranslatedFile> Files;
  /// The messages tell why there is no result.
  bool Rejected = false;
  /// The rest, as of one text; its messages are in \ref Files.
  Translation Whole;

  TranslatedFile &main() { return Files.front(); }
  const TranslatedFile &main() const { return Files.front(); }
};

/// Translates \p Source, the bytes of \p File, with the flags of each command
/// that compiles it. All must give the same.
///
/// \param Target is where the result goes; copies of headers are named after
///               it. Empty: headers that change become part of the text, but
///               where only differences are asked for, as these are to be
///               applied to the headers.
/// \returns an error if the tool failed.
llvm::Expected<TranslatedProgram> translateProgram(const std::string &File,
                                                   llvm::StringRef Source,
                                                   const Options &Opts,
                                                   llvm::StringRef Target);

/// Whether \p P was rejected only because Clang does not understand it.
bool isNotParsed(const TranslatedProgram &P);

} // namespace tessera

#endif
