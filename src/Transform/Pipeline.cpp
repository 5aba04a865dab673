//===- Pipeline.cpp - Two buffers per tile --------------------------------===//
#include "PipelineParts.h"
#include "tessera/Transform/Build.h"

namespace tessera {

static NodePtr
replaceIn(const NodePtr &N, const StagePoint &Point, bool InLoop,
          llvm::function_ref<std::vector<NodePtr>(const Node &)> Build) {
  std::vector<NodePtr> Children;
  for (const NodePtr &Child : N->Children) {
    if (Child->Loop != Point.Loop) {
      Children.push_back(
          pathToLoop(Child, *Point.Loop).empty()
              ? Child
              : replaceIn(Child, Point, InLoop || Child->Loop, Build));
      continue;
    }
    std::string Lead = spell(Child->Lead);
    llvm::StringRef Comments = llvm::StringRef(Lead).trim();
    if (!Comments.empty() && !Comments.contains("#pragma"))
      Children.push_back(makeLeaf(Comments));
    for (NodePtr &New : Build(*Child))
      Children.push_back(std::move(New));
    if (InLoop || Point.SharesTiles)
      Children.push_back(makeBarrier());
  }
  return withChildren(*N, std::move(Children));
}

NodePtr
replaceLoop(const NodePtr &Body, const StagePoint &Point,
            llvm::function_ref<std::vector<NodePtr>(const Node &)> Build) {
  return replaceIn(Body, Point, /*InLoop=*/false, Build);
}

TileStage atStep(TileStage Tile, const StagePoint &Point,
                 const Polynomial &Step) {
  for (TileDimension &D : Tile.Dimensions)
    D.Origin = D.Origin.substitute(Point.StepSymbol, Step);
  return Tile;
}

std::string startTest(const LoopInfo &L, llvm::StringRef Ahead) {
  std::optional<int64_t> Trip = (L.Upper - L.Lower).constant();
  if (Ahead.empty() && Trip && *Trip > 0)
    return "";
  std::string First = spell(L.LowerText);
  if (!L.StartsAsCounter && !L.Lower.constant()) // ids have no sign
    First = "(" + L.Type + ")(" + First + ")";
  if (!Ahead.empty())
    First = L.Lower.isZero() ? Ahead.str() : First + " + " + Ahead.str();
  return First + " " + (L.UpperOp == "!=" ? "<" : L.UpperOp) + " " +
         spell(L.UpperText);
}

namespace {

class Pipeliner {
public:
  Pipeliner(const KernelModel &Kernel, const StagePoint &Point,
            const SymbolNames &Symbols, NameScope &Names)
      : K(Kernel), L(Kernel.loop(*Point.Loop)), Point(Point), Symbols(Symbols),
        Names(Names), More(Names.fresh("more")) {}

  std::vector<NodePtr> run(const Node &Loop) {
    std::vector<NodePtr> Nodes;
    prologue(Nodes);
    Nodes.push_back(loop(Loop));
    return Nodes;
  }

private:
  /// Fetches the strip that begins at \p Step.
  std::vector<NodePtr> fetch(const Polynomial &Step) {
    std::vector<NodePtr> Nodes;
    for (const TileStage &T : Point.Tiles)
      Nodes.push_back(
          fetchTile(atStep(T, Point, Step), K, Symbols, Names, Step));
    return Nodes;
  }

  void store(std::vector<NodePtr> &Into) {
    for (const TileStage &T : Point.Tiles)
      Into.push_back(storeTile(T, K, Symbols, Names));
  }

  void prologue(std::vector<NodePtr> &Into) {
    const std::string &Buffer = Point.Tiles.front().Buffer;
    Into.push_back(makeLeaf("int " + Buffer + " = 0;"));
    for (const TileStage &T : Point.Tiles)
      Into.push_back(declareFetched(T, K, Symbols, Names));
    std::vector<NodePtr> First = fetch(L.Lower);
    store(First);
    if (std::string Test = startTest(L); Test.empty())
      Into.insert(Into.end(), First.begin(), First.end());
    else
      Into.push_back(makeIf(Test, std::move(First)));
    Into.push_back(makeBarrier());
  }

  NodePtr loop(const Node &N) {
    const int64_t Distance = Point.Steps * L.Step;
    std::vector<NodePtr> Steps;
    Steps.push_back(makeLeaf("const bool " + More + " = " +
                             stripTest(L, Point, Distance) + ";"));
    Steps.push_back(
        makeIf(More, fetch(Polynomial::symbol(Point.StepSymbol) + Distance)));
    for (const NodePtr &Compute : computeStrip(N, K, Point, Symbols))
      Steps.push_back(Compute);
    std::vector<NodePtr> Next = {
        makeLeaf(Point.Tiles.front().Buffer + " ^= 1;")};
    store(Next);
    Next.push_back(makeBarrier());
    Steps.push_back(makeIf(More, std::move(Next)));
    return serving(makeLoop(stripHeader(L, Point), makeBlock(std::move(Steps))),
                   N);
  }

  const KernelModel &K;
  const LoopInfo &L;
  const StagePoint &Point;
  const SymbolNames &Symbols;
  NameScope &Names;
  const std::string More;
};

} // namespace

NodePtr pipelineStrips(const NodePtr &Body, const KernelModel &Kernel,
                       const StagePoint &Point, const SymbolNames &Symbols,
                       NameScope &Names) {
  return replaceLoop(Body, Point, [&](const Node &Loop) {
    return Pipeliner(Kernel, Point, Symbols, Names).run(Loop);
  });
}

} // namespace tessera
