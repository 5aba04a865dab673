//===- AssumeGuards.cpp - Statements where conditions hold ----------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/RegisterTransforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// \p N, a loop, with \p Holds true in its rounds.
static NodePtr assumeInLoop(const NodePtr &N, llvm::ArrayRef<GuardUse> Holds) {
  const NodePtr &Round = N->Children.front();
  const NodePtr Block =
      Round->K == Node::Kind::Block ? Round : makeBlock({Round});
  NodePtr Assumed = assumeGuards(Block, Holds);
  return Assumed->Children == Block->Children
             ? N
             : withChildren(*N, {std::move(Assumed)});
}

NodePtr assumeGuards(const NodePtr &Body, llvm::ArrayRef<GuardUse> Holds) {
  std::vector<NodePtr> Children;
  for (const NodePtr &N : Body->Children) {
    if (N->K == Node::Kind::Loop) {
      Children.push_back(assumeInLoop(N, Holds));
      continue;
    }
    auto Held = N->K == Node::Kind::If && N->Guard
                    ? llvm::find_if(Holds,
                                    [&](const GuardUse &Use) {
                                      return Use.Guard == *N->Guard;
                                    })
                    : Holds.end();
    if (Held == Holds.end()) {
      Children.push_back(N);
      continue;
    }
    keepComments(*N, Children);
    if (isEarlyExit(*N))
      continue;
    const NodePtr &Taken = N->Children[Held->Negated ? 1 : 0];
    NodePtr Inside = Taken->K == Node::Kind::Block ? Taken : makeBlock({Taken});
    const NodePtr Assumed = assumeGuards(Inside, Holds);
    for (const NodePtr &Child : Assumed->Children)
      Children.push_back(moved(Child));
  }
  return withChildren(*Body, std::move(Children));
}

} // namespace tessera
