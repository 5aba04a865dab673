//===- PersistentBlocks.cpp - Few blocks that do the work of many ---------===//
#include "tessera/Analysis/PersistentBlocks.h"
#include "tessera/Analysis/BuiltinIds.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::string whyNotPersistent(const KernelModel &K, unsigned Axis) {
  const std::string Letter(1, "xyz"[Axis]);
  if (K.HasBarrier || K.HasShared || K.HasWarpOperation)
    return "its threads work together";
  if (K.HasFence)
    return "its blocks tell each other how far they are";
  if (!K.NoticedCall.empty())
    return "it calls '" + K.NoticedCall + "'";
  if (K.HasHiddenIds || K.AsksGroups ||
      K.CalledGridSymbols.count("b" + Letter) ||
      usesWhole(K, {"blockIdx", "gridDim"}))
    return "a macro's body or a function it calls uses blockIdx, or it uses it "
           "as a whole";
  if (K.GridSymbols.count("G" + Letter))
    return "it uses gridDim";
  if (!leavesAtTop(*K.Body))
    return "threads leave it inside a branch or loop";
  auto IsChanged = [](const ScalarInfo &S) {
    return S.Reassigned && (S.IsParameter || S.Hidden);
  };
  auto Moves = [](const ArrayInfo &A) { return A.Reassigned && !A.IsScalar; };
  if (llvm::any_of(K.Scalars, IsChanged) || llvm::any_of(K.Arrays, Moves))
    return "it changes a parameter, or a variable inside a macro";
  return "";
}

} // namespace tessera
