//===- NormalForm.cpp -----------------------------------------------------===//
#include "normal/NormalForm.h"
#include "normal/Steps.h"

namespace tessera {

/// A step that needs to know no launches.
template <ir::StmtPtr (*Step)(ir::Kernel &)>
static ir::StmtPtr alone(ir::Kernel &K, const LaunchFacts &) {
  return Step(K);
}

llvm::ArrayRef<NormalStep> normalSteps() {
  static constexpr NormalStep Steps[] = {
      {"calls", alone<replaceCalls>},
      {"ids", alone<showIds>},
      {"references", alone<nameElements>},
      {SplitVectors, splitVectors},
      {"selections", alone<selectValues>},
      {"loads", alone<readUnderConditions>},
      {"declarations", alone<declareWhereSet>},
      {"values", alone<nameValues>},
      {"conditions", alone<unfoldConditions>},
      {"clamps", alone<leaveOutClamps>},
      {"exits", alone<endLoopsByTheirTest>},
      {"loops", alone<countLoops>},
      {"quotients", leaveOutQuotients},
      {"sizes", nameBlockSizes},
      {"strides", leaveOutStrides},
      {"shifts", leaveOutShifts},
      {"symbols", alone<nameSymbols>},
      {"inductions", alone<replaceInductions>},
  };
  return Steps;
}

void normalise(ir::Kernel &K, const LaunchFacts &Facts,
               llvm::function_ref<void(const NormalStep &)> Taken) {
  // Each step takes something away that it does not make: this ends. The bound
  // is for those that would not.
  bool Changed = true;
  for (unsigned Round = 0; Changed && Round != 16; ++Round) {
    Changed = false;
    for (const NormalStep &Step : normalSteps()) {
      ir::StmtPtr New = Step.Apply(K, Facts);
      if (New == K.Body)
        continue;
      K.Body = std::move(New);
      Changed = true;
      Taken(Step);
    }
  }
}

} // namespace tessera
