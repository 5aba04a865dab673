//===- Build.cpp - New nodes for a kernel tree ----------------------------===//
#include "tessera/Transform/Build.h"

namespace tessera {

void append(Text &To, const Text &More) {
  To.insert(To.end(), More.begin(), More.end());
}

void append(Text &To, llvm::StringRef More) {
  if (!More.empty())
    To.push_back(Piece::verbatim(More.str()));
}

NodePtr makeLeaf(llvm::StringRef Spelled) {
  return makeLeaf(Text{Piece::verbatim(Spelled.str())});
}

NodePtr makeLeaf(Text T) {
  Node N;
  N.Head = std::move(T);
  return std::make_shared<Node>(std::move(N));
}

NodePtr makeBarrier() {
  Node N;
  N.Leaf = Node::LeafKind::Barrier;
  append(N.Head, "__syncthreads();");
  return std::make_shared<Node>(std::move(N));
}

NodePtr makeBlock(std::vector<NodePtr> Children) {
  Node N;
  N.K = Node::Kind::Block;
  append(N.Head, "{");
  append(N.Tail, "}");
  N.Children = std::move(Children);
  return std::make_shared<Node>(std::move(N));
}

NodePtr makeLoop(Text Header, NodePtr Body) {
  Node N;
  N.K = Node::Kind::Loop;
  N.Head = std::move(Header);
  N.Children.push_back(std::move(Body));
  return std::make_shared<Node>(std::move(N));
}

NodePtr makeIf(llvm::StringRef Condition, std::vector<NodePtr> Then) {
  Node N;
  N.K = Node::Kind::If;
  append(N.Head, "if (");
  append(N.Head, Condition);
  append(N.Head, ")");
  append(N.Condition, Condition);
  bool Simple = Then.size() == 1 && Then.front()->K == Node::Kind::Leaf &&
                Then.front()->Leaf == Node::LeafKind::Expression;
  N.Children.push_back(Simple ? Then.front() : makeBlock(std::move(Then)));
  return std::make_shared<Node>(std::move(N));
}

NodePtr withChildren(const Node &N, std::vector<NodePtr> Children) {
  Node Copy = N;
  Copy.Children = std::move(Children);
  return std::make_shared<Node>(std::move(Copy));
}

bool isEarlyExit(const Node &N) {
  if (N.K != Node::Kind::If || N.Children.size() != 1)
    return false;
  const Node *Then = N.Children.front().get();
  while (Then->K == Node::Kind::Block && Then->Children.size() == 1)
    Then = Then->Children.front().get();
  return Then->K == Node::Kind::Leaf && Then->Leaf == Node::LeafKind::Return;
}

NodePtr
fillAccesses(const NodePtr &N,
             llvm::function_ref<std::optional<Text>(const Piece &)> Fill) {
  Node Copy = *N;
  Copy.Head = fillHoles(N->Head, Fill);
  Copy.Condition = fillHoles(N->Condition, Fill);
  for (Node::Declarator &D : Copy.Declared)
    D.Initializer = fillHoles(D.Initializer, Fill);
  for (NodePtr &Child : Copy.Children)
    Child = fillAccesses(Child, Fill);
  return std::make_shared<Node>(std::move(Copy));
}

NodePtr moved(const NodePtr &N) {
  Node Copy = *N;
  Copy.Moved = true;
  return std::make_shared<Node>(std::move(Copy));
}

} // namespace tessera
