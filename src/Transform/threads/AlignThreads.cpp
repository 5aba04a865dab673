//===- AlignThreads.cpp - Loops that a block goes through together --------===//
#include "tessera/Analysis/BlockBounds.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

class Aligner {
public:
  Aligner(const KernelModel &Kernel, const std::set<LoopId> &Loops,
          const SymbolNames &Symbols)
      : Kernel(Kernel), Loops(Loops), Symbols(Symbols) {}

  NodePtr run(const NodePtr &N) const {
    std::vector<NodePtr> Children;
    bool Changed = false;
    for (const NodePtr &Child : N->Children) {
      Children.push_back(run(Child));
      Changed |= Children.back() != Child;
    }
    NodePtr Result = Changed ? withChildren(*N, std::move(Children)) : N;
    if (!N->Loop || !Loops.count(*N->Loop))
      return Result;
    const LoopInfo &L = Kernel.loop(*N->Loop);
    if (!L.Ahead.isZero())
      return aligned(*Result, L);
    if (L.hasOwnBounds())
      return ofBlock(*Result, L);
    return L.StepsInBody ? stepping(*Result, L) : Result;
  }

private:
  /// The statements of the loop's body, without the step.
  static std::vector<NodePtr> statements(const Node &N, const LoopInfo &L) {
    const NodePtr &Body = N.Children.front();
    if (Body->K != Node::Kind::Block)
      return {Body};
    return llvm::ArrayRef(Body->Children).drop_back(L.StepsInBody).vec();
  }

  static Text test(const LoopInfo &L) {
    Text Test;
    append(Test, L.Name + " " + L.UpperOp + " ");
    append(Test, L.UpperText);
    return Test;
  }

  /// `for (; k < n; ++k)`
  static NodePtr stepping(const Node &N, const LoopInfo &L) {
    Node Loop = N;
    Loop.Head.clear();
    append(Loop.Head, "for (; ");
    append(Loop.Head, test(L));
    if (!L.SecondBound.empty()) {
      append(Loop.Head, " && ");
      append(Loop.Head, L.SecondBound);
    }
    append(Loop.Head, "; ");
    append(Loop.Head, L.StepText + ")");
    Loop.Children = {withChildren(*N.Children.front(), statements(N, L))};
    return std::make_shared<Node>(std::move(Loop));
  }

  /// `const int i = i0 + threadIdx.x;`
  NodePtr counter(const LoopInfo &L) const {
    std::string Value = L.Base + " + " + Symbols.expression(L.Ahead);
    if (!L.Declares)
      return makeLeaf(L.Name + " = " + Value + ";");
    Node::Declarator D;
    for (unsigned I = 0; I < Kernel.Scalars.size(); ++I)
      if (Kernel.Scalars[I].Name == L.Name)
        D.Scalar = {I};
    D.Type = "const " + L.Type;
    D.Name = L.Name;
    append(D.Initializer, Value);
    D.Harmless = D.Arithmetic = true;
    Node N = *makeLeaf(D.Type + " " + D.Name + " = " + Value + ";");
    N.Leaf = Node::LeafKind::Declaration;
    N.Declared.push_back(std::move(D));
    return std::make_shared<Node>(std::move(N));
  }

  NodePtr aligned(const Node &N, const LoopInfo &L) const {
    Node If = *makeIf(test(L), withoutContinue(statements(N, L), Kernel));
    If.Guard = L.Inside;
    Node Loop = N;
    Loop.Head.clear();
    // The threads' counters are converted where they are made.
    append(Loop.Head, "for (" + std::string(L.Narrow ? "int" : L.Type) + " " +
                          L.Base + " = " +
                          Symbols.expression(specialise(L.Lower, {}), L.Wide) +
                          "; " + L.Base + " " + L.UpperOp + " ");
    append(Loop.Head, L.UpperText);
    append(Loop.Head, "; " + L.Base + " += ");
    append(Loop.Head, L.StrideText);
    append(Loop.Head, ")");
    Loop.Children = {
        makeBlock({counter(L), std::make_shared<Node>(std::move(If))})};
    return std::make_shared<Node>(std::move(Loop));
  }

  /// `for (int k = blockIdx.x * blockDim.x; k < n; ++k) if (k >= i) ..`
  NodePtr ofBlock(const Node &N, const LoopInfo &L) const {
    const LoopInfo Block = inBlockBounds(L, Symbols);
    Text Own;
    if (L.StartsApart) {
      append(Own, L.Name + " >= ");
      append(Own, L.LowerText);
    }
    if (L.EndsApart) {
      append(Own, Own.empty() ? "" : " && ");
      append(Own, test(L));
    }
    if (!L.SecondBound.empty()) {
      append(Own, " && ");
      append(Own, L.SecondBound);
    }
    Node If =
        *makeIf(std::move(Own), withoutContinue(statements(N, L), Kernel));
    If.Guard = L.Inside;
    Node Loop = N;
    Loop.Head.clear();
    append(Loop.Head,
           "for (" + (L.Declares ? L.Type + " " : "") + L.Name + " = ");
    append(Loop.Head, Block.LowerText);
    append(Loop.Head, "; ");
    append(Loop.Head, test(Block));
    append(Loop.Head, "; " + L.StepText + ")");
    Loop.Children = {makeBlock({std::make_shared<Node>(std::move(If))})};
    return std::make_shared<Node>(std::move(Loop));
  }

  const KernelModel &Kernel;
  const std::set<LoopId> &Loops;
  const SymbolNames &Symbols;
};

} // namespace

/// Whether nothing is subtracted in \p P, of ids and sizes: these have no sign.
static bool onlyAdds(const Polynomial &P) {
  return isSumOfIds(P) &&
         llvm::all_of(P.terms(), [](const auto &T) { return T.second > 0; });
}

LoopInfo inBlockBounds(const LoopInfo &L, const SymbolNames &Symbols) {
  LoopInfo Result = L;
  Result.StartsApart = Result.EndsApart = false;
  if (L.StartsApart) {
    Result.LowerText = {
        Piece::verbatim(Symbols.expression(specialise(L.Lower, {}), L.Wide))};
    Result.StartsAsCounter = onlyAdds(L.Lower);
  }
  if (L.EndsApart) {
    std::string End = Symbols.expression(specialise(L.Upper, {}), L.Wide);
    if (!onlyAdds(L.Lower) || !onlyAdds(L.Upper))
      End = "(" + L.Type + ")(" + End + ")";
    Result.UpperText = {Piece::verbatim(End)};
    Result.UpperOp = "<";
  }
  return Result;
}

std::set<LoopId> loopsAround(const NodePtr &Body, const KernelPlan &Plan) {
  std::set<LoopId> Around;
  for (const StagePoint &Point : Plan.Points)
    if (Point.Loop)
      for (const NodePtr &N : pathToLoop(Body, *Point.Loop))
        if (N->Loop)
          Around.insert(*N->Loop);
  return Around;
}

NodePtr alignThreads(const NodePtr &Body, const KernelModel &Kernel,
                     const std::set<LoopId> &Loops,
                     const SymbolNames &Symbols) {
  return Loops.empty() ? Body : Aligner(Kernel, Loops, Symbols).run(Body);
}

} // namespace tessera
