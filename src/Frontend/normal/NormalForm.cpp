//===- NormalForm.cpp -----------------------------------------------------===//
#include "normal/NormalForm.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// A step that needs to know no launches.
template <ir::StmtPtr (*Step)(ir::Kernel &)>
static ir::StmtPtr alone(ir::Kernel &K, const LaunchFacts &) {
  return Step(K);
}

llvm::ArrayRef<NormalStep> normalSteps() {
  static constexpr NormalStep Steps[] = {
      {"ranks", nameRanks},
      {"calls", alone<replaceCalls>},
      {ShowIds, alone<showIds>},
      {"references", alone<nameElements>},
      {"members", alone<nameMembers>},
      {SplitVectors, splitVectors},
      {LeaveOutTiles, leaveOutTiles},
      {"selections", alone<selectValues>},
      {"loads", alone<readUnderConditions>},
      {"declarations", alone<declareWhereSet>},
      {"values", alone<nameValues>},
      {"conditions", alone<unfoldConditions>},
      {"flags", alone<replaceFlags>},
      {"tests", alone<compareCounters>},
      {"exits", alone<endLoopsByTheirTest>},
      {"loops", alone<countLoops>},
      {"clamps", alone<leaveOutClamps>},
      {"quotients", leaveOutQuotients},
      {"shapes", reshapeBlocks},
      {"sizes", nameBlockSizes},
      {"planes", spreadRows},
      {"strides", leaveOutStrides},
      {ShiftThreads, leaveOutShifts},
      {"symbols", alone<nameSymbols>},
      {"inductions", alone<replaceInductions>},
  };
  return Steps;
}

void normalise(ir::Kernel &K, const LaunchFacts &Facts,
               llvm::function_ref<void(const NormalStep &)> Taken) {
  // Each step takes something away that it does not make: this ends. The bound
  // is for those that would not.
  LaunchFacts Known = Facts;
  bool Changed = true;
  for (unsigned Round = 0; Changed && Round != 16; ++Round) {
    Changed = false;
    for (const NormalStep &Step : normalSteps()) {
      const bool HadOneMore = K.OneMore;
      ir::StmtPtr New = Step.Apply(K, Known);
      if (Step.Apply == nameRanks)
        Known.HidesIds = Facts.HidesIds || K.AsksGroups || asksGroups(New);
      if (New == K.Body)
        continue;
      K.Body = std::move(New);
      for (LaunchFact &L : Known.Launches) {
        if (K.Blocks)
          llvm::copy(*K.Blocks, L.Block.begin());
        if (!K.Row.empty())
          L.Grid = {};
        if (K.OneMore && !HadOneMore && L.Grid[0])
          L.Grid[0]->Numerator =
              L.Grid[0]->Numerator + Polynomial(L.Grid[0]->Divisor);
      }
      Changed = true;
      Taken(Step);
    }
  }
}

} // namespace tessera
