//===- Build.cpp - New nodes for a kernel tree ----------------------------===//
#include "tessera/Transform/Build.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

void keepComments(const Node &N, std::vector<NodePtr> &Into) {
  std::string Lead = spell(N.Lead);
  llvm::StringRef Comments = llvm::StringRef(Lead).trim();
  if (Comments.empty())
    return;
  // Lines lose the indentation they had.
  std::string Flat;
  for (llvm::StringRef Line : llvm::split(Comments, '\n'))
    Flat += (Flat.empty() ? "" : "\n") + Line.trim().str();
  Into.push_back(makeLeaf(Flat));
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
  return makeIf(Text{Piece::verbatim(Condition.str())}, std::move(Then));
}

NodePtr makeIf(Text Condition, std::vector<NodePtr> Then) {
  Node N;
  N.K = Node::Kind::If;
  append(N.Head, "if (");
  append(N.Head, Condition);
  append(N.Head, ")");
  N.Condition = std::move(Condition);
  bool Simple = Then.size() == 1 && Then.front()->K == Node::Kind::Leaf &&
                Then.front()->Leaf == Node::LeafKind::Expression;
  N.Children.push_back(Simple ? Then.front() : makeBlock(std::move(Then)));
  return std::make_shared<Node>(std::move(N));
}

NodePtr makeIfElse(llvm::StringRef Condition, NodePtr Then, NodePtr Else) {
  Node If = *makeIf(Condition, {});
  If.Children = {std::move(Then), std::move(Else)};
  append(If.Middle, " else");
  return std::make_shared<Node>(std::move(If));
}

NodePtr makeFunction(llvm::StringRef Name, llvm::StringRef Parameters,
                     std::vector<NodePtr> Body) {
  Node N;
  N.K = Node::Kind::Loop; // a header and a body
  append(N.Head, ("auto " + Name + " = [&]").str());
  if (!Parameters.empty())
    append(N.Head, ("(" + Parameters + ")").str());
  N.Children = {Body.size() == 1 && Body.front()->K == Node::Kind::Block
                    ? Body.front()
                    : makeBlock(std::move(Body))};
  append(N.Tail, ";");
  return std::make_shared<Node>(std::move(N));
}

bool paysAsFunction(llvm::ArrayRef<NodePtr> Code) {
  size_t Lines = 0;
  bool Same = true;
  for (const NodePtr &Part : Code)
    walk(Part, [&](const NodePtr &N) {
      const std::string Head = spell(N->Head);
      Lines += 1 + llvm::count(Head, '\n');
      Same &= N->K != Node::Kind::Leaf || (N->Leaf != Node::LeafKind::Jump &&
                                           N->Leaf != Node::LeafKind::Return);
      // Names of the function, what has one instance in each, and what
      // functions cannot capture.
      for (const char *Word :
           {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "static",
            "__shared__", "goto", "asm"})
        Same &= !llvm::StringRef(Head).contains(Word);
    });
  // The function itself takes a header, a closing brace and two calls.
  return Same && Lines > 4;
}

NodePtr withChildren(const Node &N, std::vector<NodePtr> Children) {
  Node Copy = N;
  Copy.Children = std::move(Children);
  return std::make_shared<Node>(std::move(Copy));
}

bool isLateExit(const Node &N) {
  if (N.K != Node::Kind::If || N.Children.size() != 1 ||
      N.Children.front()->Children.size() < 2)
    return false;
  const Node &Last = *N.Children.front()->Children.back();
  return Last.K == Node::Kind::Leaf && Last.Leaf == Node::LeafKind::Return;
}

Text standingFor(const Piece &Access, const std::string &Element) {
  return {Piece::verbatim(Element + Access.Spelling)};
}

NodePtr serving(const NodePtr &N, std::optional<SourceRange> What) {
  Node Copy = *N;
  Copy.Serves = What;
  return std::make_shared<Node>(std::move(Copy));
}

NodePtr serving(const NodePtr &N, const Node &Users) {
  return serving(N, Users.Source ? Users.Source : Users.Serves);
}

NodePtr moved(const NodePtr &N) {
  Node Copy = *N;
  Copy.Moved = true;
  return std::make_shared<Node>(std::move(Copy));
}

} // namespace tessera
