//===- CommandLine.h - The options that both tools share ------------------===//
#ifndef TESSERA_EXEC_COMMANDLINE_H
#define TESSERA_EXEC_COMMANDLINE_H

#include "Execute.h"
#include "llvm/Support/CommandLine.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::exec {

/// All options of the tools are in it, so that --help shows no others.
extern llvm::cl::OptionCategory Category;

/// A command line that was read.
struct CommandLine {
  std::optional<int> Exit;        ///< the tool is to end with this code
  std::vector<std::string> Files; ///< the words that are no options
  std::vector<std::string> Flags; ///< of the compiler: -D, -I, -U, -std=
  /// What the shared options say of a run; the program's arguments, after `--`.
  RunOptions Run;
};

/// Reads the shared options and those that \p Tool has registered. What is
/// wrong goes to stderr.
///
/// \param Programs what the tool takes, as --help shows it: one word each; with
///        `...` at the end, any number of the last.
CommandLine readCommandLine(int Argc, const char *const *Argv,
                            llvm::StringRef Tool, llvm::StringRef Overview,
                            llvm::StringRef Programs);

} // namespace tessera::exec

#endif
