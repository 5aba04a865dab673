//===- KeptHeaders.cpp - Headers that have to stay as they are ------------===//
#include "project/KeptHeaders.h"
#include "project/Directives.h"
#include "tessera/Frontend/SplicedSource.h"

namespace tessera {

KeptHeaders keptHeaders(llvm::StringRef Text,
                        const TranslatedProgram &Program) {
  KeptHeaders All;
  std::vector<Diagnostic> &Result = All.Why;
  const SplitSource Parts = split(Text);
  auto OuterPlace = [&](unsigned Header) {
    while (Parts.Headers[Header].Includer)
      Header = *Parts.Headers[Header].Includer;
    return SourcePlace{Parts.Headers[Header].At};
  };
  auto NameOf = [&](SourceRange Definition) {
    for (const FunctionPlace &F : Program.Whole.Functions)
      if (Definition.contains(F.Where))
        return F.Name;
    return llvm::StringRef(Text)
        .slice(Definition.Begin, Definition.End)
        .split('\n')
        .first.str();
  };
  std::string Changed;
  for (SourceRange Definition : Program.Whole.InlineChanges)
    if (SplitPlace Place = placeInFile(Text, {Definition.Begin});
        Place.Header) {
      Changed = NameOf(Definition);
      All.Paths.push_back(Parts.Headers[*Place.Header].Path);
      Result.push_back({DiagKind::InHeader,
                        OuterPlace(*Place.Header),
                        {Changed, shown(All.Paths.back()), KeptReason.str()}});
    }
  if (Result.empty())
    return All;
  for (const auto &[Name, Where] : Program.Whole.SimpleVariables)
    if (SplitPlace Place = placeInFile(Text, Where); Place.Header)
      Result.push_back({DiagKind::UnsupportedShared,
                        OuterPlace(*Place.Header),
                        {Name, "it is in a header, and '" + Changed +
                                   "', which other files may have, too, would "
                                   "have to change with it"}});
  return All;
}

} // namespace tessera
