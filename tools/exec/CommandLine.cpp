//===- CommandLine.cpp ----------------------------------------------------===//
#include "CommandLine.h"

#include <algorithm>

namespace tessera::exec {

CommandLine::CommandLine(int Argc, char **Argv,
                         const std::vector<std::string> &Valued) {
  auto startsWith = [](const std::string &Text, const char *Prefix) {
    return Text.rfind(Prefix, 0) == 0;
  };
  for (int I = 1; I < Argc; ++I) {
    std::string Word = Argv[I];
    if (Word == "--") {
      Arguments.assign(Argv + I + 1, Argv + Argc);
      break;
    }
    if (Word == "--help" || Word == "-h") {
      Help = true;
    } else if (Word == "-D" || Word == "-I" || Word == "-U") {
      Flags.push_back(Word);
      if (I + 1 < Argc)
        Flags.push_back(Argv[++I]);
    } else if (startsWith(Word, "-D") || startsWith(Word, "-I") ||
               startsWith(Word, "-U") || startsWith(Word, "-std=")) {
      Flags.push_back(Word);
    } else if (startsWith(Word, "-") && Word != "-") {
      size_t Equal = Word.find('=');
      std::string Option = Word.substr(0, Equal);
      if (std::find(Valued.begin(), Valued.end(), Option) == Valued.end())
        Error = "unknown option '" + Word + "'";
      else if (Equal != std::string::npos)
        Values[Option] = Word.substr(Equal + 1);
      else if (I + 1 < Argc)
        Values[Option] = Argv[++I];
      else
        Error = "option '" + Word + "' needs a value";
    } else {
      Files.push_back(Word);
    }
  }
}

std::string CommandLine::value(const std::string &Option,
                               const std::string &Default) const {
  auto Found = Values.find(Option);
  return Found == Values.end() ? Default : Found->second;
}

} // namespace tessera::exec
