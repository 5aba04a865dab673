//===- CommandLine.h - The options that both tools share ------------------===//
#ifndef TESSERA_EXEC_COMMANDLINE_H
#define TESSERA_EXEC_COMMANDLINE_H

#include <map>
#include <string>
#include <vector>

namespace tessera::exec {

/// Options, files, compiler flags (-D, -I, -U, -std=) and, after `--`, the
/// program's arguments.
class CommandLine {
public:
  /// \param Valued the options that take a value, as `--x=V` or `--x V`.
  CommandLine(int Argc, char **Argv, const std::vector<std::string> &Valued);

  bool wantsHelp() const { return Help; }
  /// What is wrong with the command line; empty if nothing.
  const std::string &error() const { return Error; }
  const std::vector<std::string> &files() const { return Files; }
  const std::vector<std::string> &flags() const { return Flags; }
  const std::vector<std::string> &arguments() const { return Arguments; }
  std::string value(const std::string &Option,
                    const std::string &Default) const;

private:
  bool Help = false;
  std::string Error;
  std::map<std::string, std::string> Values;
  std::vector<std::string> Files, Flags, Arguments;
};

} // namespace tessera::exec

#endif
