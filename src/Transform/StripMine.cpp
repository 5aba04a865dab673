//===- StripMine.cpp - Loops in strips ------------------------------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"

namespace tessera {

/// Splits the text before a loop: `#pragma` lines right before it belong to
/// the loop itself.
static std::pair<std::string, std::string> splitPragmas(llvm::StringRef Lead) {
  size_t At = Lead.find("#pragma");
  if (At == llvm::StringRef::npos)
    return {Lead.str(), ""};
  size_t LineStart = Lead.rfind('\n', At);
  LineStart = LineStart == llvm::StringRef::npos ? At : LineStart;
  return {Lead.take_front(LineStart).str(),
          Lead.drop_front(At).rtrim().str()};
}

/// `for (int k0 = 0; k0 < n; k0 += 16)`
static Text stripHeader(const LoopInfo &L, const StagePoint &Point) {
  std::string Compare = L.UpperOp == "!=" ? "<" : L.UpperOp;
  Text Header;
  append(Header, "for (" + L.Type + " " + Point.StepName + " = ");
  append(Header, L.LowerText);
  append(Header, "; " + Point.StepName + " " + Compare + " ");
  append(Header, L.UpperText);
  append(Header, "; " + Point.StepName + " += " +
                     std::to_string(Point.Steps * L.Step) + ")");
  return Header;
}

/// `for (int k = k0; k < k0 + 16 && k < n; k++)`
static Text innerHeader(const LoopInfo &L, const StagePoint &Point) {
  std::string Compare = L.UpperOp == "!=" ? "<" : L.UpperOp;
  Text Header;
  append(Header, "for (" + (L.Declares ? L.Type + " " : "") + L.Name + " = " +
                     Point.StepName + "; " + L.Name + " < " + Point.StepName +
                     " + " + std::to_string(Point.Steps * L.Step));
  if (!Point.Divides) {
    append(Header, " && " + L.Name + " " + Compare + " ");
    append(Header, L.UpperText);
  }
  if (!L.SecondBound.empty()) {
    append(Header, " && ");
    append(Header, L.SecondBound);
  }
  append(Header, "; " + L.StepText + ")");
  return Header;
}

/// `if (active) body` as the whole body of a loop, made by predicateGuards.
static const Node *wholePredicate(const Node &Body) {
  if (Body.Source || Body.K != Node::Kind::Block || Body.Children.size() != 1)
    return nullptr;
  const Node &Only = *Body.Children.front();
  return !Only.Source && Only.K == Node::Kind::If && Only.Children.size() == 1
             ? &Only
             : nullptr;
}

/// The strips of the loop \p N.
static NodePtr strips(const Node &N, const LoopInfo &L, const StagePoint &Point,
                      std::vector<NodePtr> Before, std::vector<NodePtr> After) {
  NodePtr Body = N.Children.front();
  const Node *Predicate = wholePredicate(*Body);
  if (Predicate)
    Body = Predicate->Children.front();
  NodePtr Inner = makeLoop(innerHeader(L, Point), Body);
  std::vector<NodePtr> Compute;
  std::string Pragmas = splitPragmas(spell(N.Lead)).second;
  if (!Pragmas.empty())
    Compute.push_back(makeLeaf(Pragmas));
  Compute.push_back(Inner);
  if (Predicate) {
    NodePtr If = makeIf(spell(Predicate->Condition), Compute);
    if (Compute.size() == 1)
      If = withChildren(*If, {Inner});
    Compute = {If};
  }

  std::vector<NodePtr> Steps = std::move(Before);
  Steps.insert(Steps.end(), Compute.begin(), Compute.end());
  Steps.insert(Steps.end(), After.begin(), After.end());
  return makeLoop(stripHeader(L, Point), makeBlock(std::move(Steps)));
}

/// A strip of one iteration is the iteration itself.
static NodePtr surroundBody(const Node &N, std::vector<NodePtr> Before,
                            std::vector<NodePtr> After) {
  const NodePtr &Body = N.Children.front();
  std::vector<NodePtr> Steps = std::move(Before);
  if (Body->K == Node::Kind::Block)
    Steps.insert(Steps.end(), Body->Children.begin(), Body->Children.end());
  else
    Steps.push_back(Body);
  Steps.insert(Steps.end(), After.begin(), After.end());
  return withChildren(N, {Body->K == Node::Kind::Block
                              ? withChildren(*Body, std::move(Steps))
                              : makeBlock(std::move(Steps))});
}

NodePtr stripMine(const NodePtr &Body, const KernelModel &Kernel,
                  const StagePoint &Point, std::vector<NodePtr> Before,
                  std::vector<NodePtr> After) {
  if (Body->Loop != Point.Loop) {
    std::vector<NodePtr> Children;
    for (const NodePtr &Child : Body->Children) {
      if (pathToLoop(Child, *Point.Loop).empty()) {
        Children.push_back(Child);
        continue;
      }
      // The loop's comments and, where its counter lives on, its first value.
      const LoopInfo &L = Kernel.loop(*Point.Loop);
      if (Child->Loop == Point.Loop && Point.Steps != 1) {
        std::string Comments = splitPragmas(spell(Child->Lead)).first;
        llvm::StringRef Trimmed = llvm::StringRef(Comments).trim();
        if (!Trimmed.empty())
          Children.push_back(makeLeaf(Trimmed));
        std::optional<int64_t> Trip = (L.Upper - L.Lower).constant();
        if (!L.Declares && !(Trip && *Trip > 0)) {
          Text Start;
          append(Start, L.Name + " = ");
          append(Start, L.LowerText);
          append(Start, ";");
          Children.push_back(makeLeaf(std::move(Start)));
        }
      }
      Children.push_back(stripMine(Child, Kernel, Point, Before, After));
    }
    return withChildren(*Body, std::move(Children));
  }
  if (Point.Steps == 1)
    return surroundBody(*Body, std::move(Before), std::move(After));
  return strips(*Body, Kernel.loop(*Point.Loop), Point, std::move(Before),
                std::move(After));
}

} // namespace tessera
