//===- CloseExits.cpp - All threads reach the end -------------------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"

namespace tessera {

NodePtr closeExits(const NodePtr &Body, const KernelModel &Kernel) {
  std::vector<NodePtr> Rest; // what stands behind the current statement
  for (size_t I = Body->Children.size(); I-- > 0;) {
    const NodePtr &Child = Body->Children[I];
    bool Last = I + 1 == Body->Children.size();
    if (Last && Child->K == Node::Kind::Leaf &&
        Child->Leaf == Node::LeafKind::Return)
      continue;
    if (!isEarlyExit(*Child)) {
      Rest.insert(Rest.begin(), Child);
      continue;
    }
    std::vector<NodePtr> Guarded;
    for (const NodePtr &N : Rest)
      Guarded.push_back(moved(N));
    Rest.clear();
    keepComments(*Child, Rest);
    Rest.push_back(
        makeIf(negatedCondition(*Child, Kernel), std::move(Guarded)));
  }
  return withChildren(*Body, std::move(Rest));
}

} // namespace tessera
