//===- NormalForm.cpp -----------------------------------------------------===//
#include "normal/NormalForm.h"

namespace tessera {

llvm::ArrayRef<NormalStep> normalSteps() {
  static constexpr NormalStep Steps[] = {
      {"selections", selectValues},
      {"declarations", declareWhereSet},
      {"values", nameValues},
      {"conditions", unfoldConditions},
      {"exits", endLoopsByTheirTest},
      {"loops", countLoops},
      {"inductions", replaceInductions},
  };
  return Steps;
}

void normalise(ir::Kernel &K,
               llvm::function_ref<void(const NormalStep &)> Taken) {
  // Each step takes something away that it does not make: this ends. The bound
  // is for those that would not.
  bool Changed = true;
  for (unsigned Round = 0; Changed && Round != 16; ++Round) {
    Changed = false;
    for (const NormalStep &Step : normalSteps()) {
      ir::StmtPtr New = Step.Apply(K);
      if (New == K.Body)
        continue;
      K.Body = std::move(New);
      Changed = true;
      Taken(Step);
    }
  }
}

} // namespace tessera
