//===- SettingsCheck.cpp - The result only for what it was made for -------===//
#include "tessera/Emit/SettingsCheck.h"

#include <algorithm>

namespace tessera {

std::optional<TextEdit> checkSettings(const Program &P) {
  if (P.Settings.empty())
    return std::nullopt;
  unsigned At = P.Host.AfterIncludes.Offset;
  std::string Condition;
  for (const MacroSetting &S : P.Settings) {
    At = std::max(At, S.Behind);
    Condition += (Condition.empty() ? "#if " : " || \\\n    ") + S.Name +
                 " != " + S.Value;
  }
  bool NewLine = At == 0 || P.Source[At - 1] == '\n';
  std::string Text =
      (NewLine ? "" : "\n") + Condition +
      "\n#error \"made for these values: translate the original again\"\n"
      "#endif\n";
  return TextEdit{{At, At}, Text, "hold the values of macros"};
}

} // namespace tessera
