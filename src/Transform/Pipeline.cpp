//===- Pipeline.cpp - Two buffers per tile --------------------------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"

namespace tessera {
namespace {

class Pipeliner {
public:
  Pipeliner(const KernelModel &Kernel, const StagePoint &Point,
            const SymbolNames &Symbols, NameScope &Names)
      : K(Kernel), L(Kernel.loop(*Point.Loop)), Point(Point), Symbols(Symbols),
        Names(Names), More(Names.fresh("more")) {}

  NodePtr run(const NodePtr &N, bool InLoop) {
    std::vector<NodePtr> Children;
    for (const NodePtr &Child : N->Children) {
      if (Child->Loop != Point.Loop) {
        Children.push_back(pathToLoop(Child, *Point.Loop).empty()
                               ? Child
                               : run(Child, InLoop || Child->Loop));
        continue;
      }
      std::string Lead = spell(Child->Lead);
      llvm::StringRef Comments = llvm::StringRef(Lead).trim();
      if (!Comments.empty() && !Comments.contains("#pragma"))
        Children.push_back(makeLeaf(Comments));
      prologue(Children);
      Children.push_back(loop(*Child));
      // The next time round, the first strip is stored.
      if (InLoop)
        Children.push_back(makeBarrier());
    }
    return withChildren(*N, std::move(Children));
  }

private:
  /// Fetches the strip that begins at \p Step.
  std::vector<NodePtr> fetch(const Polynomial &Step) {
    std::vector<NodePtr> Nodes;
    for (TileStage T : Point.Tiles) {
      for (TileDimension &D : T.Dimensions)
        D.Origin = D.Origin.substitute(Point.StepSymbol, Step);
      Nodes.push_back(fetchTile(T, K, Symbols, Names, Step));
    }
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
    std::string Lower = spell(L.LowerText);
    std::vector<NodePtr> First = fetch(L.Lower);
    store(First);
    std::optional<int64_t> Trip = (L.Upper - L.Lower).constant();
    if (Trip && *Trip > 0) {
      Into.insert(Into.end(), First.begin(), First.end());
    } else {
      std::string Compare = L.UpperOp == "!=" ? "<" : L.UpperOp;
      if (!L.StartsAsCounter && !L.Lower.constant()) // ids have no sign
        Lower = "(" + L.Type + ")(" + Lower + ")";
      Into.push_back(makeIf(Lower + " " + Compare + " " + spell(L.UpperText),
                            std::move(First)));
    }
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
    return makeLoop(stripHeader(L, Point), makeBlock(std::move(Steps)));
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
  return Pipeliner(Kernel, Point, Symbols, Names).run(Body, /*InLoop=*/false);
}

} // namespace tessera
