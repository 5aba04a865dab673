//===- ManagedSpelling.cpp - The program in plain managed CUDA ------------===//
#include "layout/Insertions.h"
#include "tessera/Emit/HostEdits.h"

namespace tessera {

llvm::Expected<TracedText> toManagedSpelling(const Program &P) {
  std::vector<TextEdit> Edits;
  std::set<SourceRange> Seen;
  for (const SharedVariable &V : P.Host.Variables)
    if (V.D == SharedVariable::Dialect::SimpleModel)
      for (SourceRange Each : V.specifiers())
        if (Seen.insert(Each).second)
          Edits.push_back(
              {Each, P.specifierAs(Each, "__managed__"), "managed memory"});
  for (const auto &[At, Text] : P.Inserted)
    Edits.push_back({{At, At}, Text, "argument"});
  Insertions Statements(P.Source);
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const SourceRange Launch = P.Launches[I].Source;
    if (P.Launches[I].isElsewhere())
      continue;
    if (std::optional<CodePosition> Where = placeBehind(P, LaunchId{I})) {
      Statements.add(*Where, {"cudaDeviceSynchronize();"}, "synchronisation");
    } else if (P.Launches[I].Configuration.size() &&
               Seen.insert(Launch).second) {
      Edits.push_back({{Launch.Begin, Launch.Begin}, "(", "synchronisation"});
      Edits.push_back({{Launch.End, Launch.End},
                       ", (void)cudaDeviceSynchronize())",
                       "synchronisation"});
    }
  }
  for (SourceRange Choice : P.Host.Choices)
    if (std::optional<CodePosition> Where = placeBehind(P, Choice))
      Statements.add(*Where, {"cudaDeviceSynchronize();"}, "synchronisation");
  for (TextEdit &E : Statements.edits())
    Edits.push_back(std::move(E));
  llvm::Expected<EditedText> Edited = applyEdits(P.Source, Edits);
  if (!Edited)
    return Edited.takeError();
  std::vector<unsigned> Lines = lineOrigins(P.Source, Edits, Edited->Text);
  return TracedText{std::move(Edited->Text), std::move(Lines)};
}

} // namespace tessera
