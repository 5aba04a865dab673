//===- SettingsCheck.cpp - The result only for what it was made for -------===//
#include "tessera/Emit/SettingsCheck.h"

#include <algorithm>

namespace tessera {

static constexpr llvm::StringLiteral Message =
    "\"made for these values: translate the original again\"";

/// The condition that \p S is another value.
static std::string isOther(const MacroSetting &S) {
  if (llvm::StringRef(S.Name).starts_with("defined("))
    return (S.Value == "0" ? "" : "!") + S.Name;
  return "(" + S.Name + ") != " + S.Value;
}

static TextEdit insert(const Program &P, unsigned At, const std::string &Text) {
  bool NewLine = At == 0 || P.Source[At - 1] == '\n';
  return {{At, At}, (NewLine ? "" : "\n") + Text, "hold the values of macros"};
}

/// A place where only preprocessor directives fit into what we change anyway.
static bool isInFunction(const Program &P, unsigned At) {
  auto Contains = [&](SourceRange R) { return R.Begin < At && At < R.End; };
  return llvm::any_of(
             P.Kernels,
             [&](const KernelModel &K) { return Contains(K.Definition); }) ||
         llvm::any_of(P.Host.Functions, [&](const HostFunction &F) {
           return Contains(F.Source);
         });
}

std::vector<TextEdit> checkSettings(const Program &P) {
  unsigned At = P.Host.AfterIncludes.Offset, End = P.Source.size();
  std::string Condition, Assertions;
  for (const MacroSetting &S : P.Settings) {
    if (S.InCode) {
      Assertions += "static_assert((" + S.Name + ") == " + S.Value + ",\n" +
                    std::string(14, ' ') + Message.str() + ");\n";
      continue;
    }
    At = std::max(At, S.Behind);
    Condition += (Condition.empty() ? "#if " : " || \\\n    ") + isOther(S);
  }
  std::vector<TextEdit> Edits;
  if (!Condition.empty())
    Edits.push_back(
        insert(P, isInFunction(P, At) ? End : At,
               Condition + "\n#error " + Message.str() + "\n#endif\n"));
  if (!Assertions.empty())
    Edits.push_back(insert(P, End, "\n" + Assertions));
  return Edits;
}

} // namespace tessera
