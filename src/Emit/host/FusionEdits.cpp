//===- FusionEdits.cpp - Launch loops that become one launch, as edits ----===//
#include "tessera/Emit/FusionEdits.h"
#include "layout/Insertions.h"

namespace tessera {

std::vector<TextEdit> collectFusionEdits(const Program &P,
                                         const FusePlan &Plan) {
  Insertions Statements(P.Source);
  std::vector<TextEdit> Result;
  for (const FusedLoop &F : Plan.Loops) {
    const LaunchModel &L = P.launch(F.Launch);
    const KernelModel &K = P.kernel(L.Kernel);
    if (!F.ReplacesLoop) {
      Statements.add({CodePosition::Side::Before, L.Loop->Source, false},
                     {F.Note}, "launch loop");
      Result.push_back({L.Loop->Increment, F.Increment, "launch loop"});
    }
    if (!F.GridName.empty())
      Statements.add(
          {CodePosition::Side::Before, L.Statement, F.Unbraced},
          {"const dim3 " + F.GridName + F.Grid.substr(F.Grid.find('(')) + ";"},
          "grid of all rounds");
    Result.push_back({L.GridSource, F.GridName.empty() ? F.Grid : F.GridName,
                      "grid of all rounds"});
    for (const auto &[Where, Text] : F.Parameters)
      Result.push_back({Where, Text, "first round"});
    const unsigned Open = P.Source.find('{', K.ParameterList.End);
    if (!F.Prologue.empty())
      Statements.add({CodePosition::Side::AtStart, {Open, K.Definition.End}},
                     F.Prologue, "round of the block");
  }
  for (const HostReplacement &R : Plan.Replacements)
    Result.push_back({R.Source, R.Text, "launch loop"});
  for (TextEdit &E : Statements.edits())
    Result.push_back(std::move(E));
  return Result;
}

} // namespace tessera
