//===- Pipeline.cpp - Two buffers per tile --------------------------------===//
#include "tessera/Support/Words.h"
#include "tessera/Transform/Build.h"
#include "tiles/PipelineParts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static NodePtr
replaceIn(const NodePtr &N, const KernelModel &K, const StagePoint &Point,
          bool InLoop,
          llvm::function_ref<std::vector<NodePtr>(const Node &)> Build) {
  std::vector<NodePtr> Children;
  for (const NodePtr &Child : N->Children) {
    if (Child->Loop != Point.Loop) {
      Children.push_back(
          pathToLoop(Child, *Point.Loop).empty()
              ? Child
              : replaceIn(Child, K, Point, InLoop || Child->Loop, Build));
      continue;
    }
    std::string Lead = spell(Child->Lead);
    llvm::StringRef Comments = llvm::StringRef(Lead).trim();
    if (!Comments.empty() && !Comments.contains("#pragma"))
      Children.push_back(makeLeaf(Comments));
    if (NodePtr First = firstValue(K.loop(*Point.Loop)))
      Children.push_back(std::move(First));
    for (NodePtr &New : Build(*Child))
      Children.push_back(std::move(New));
    if (InLoop || Point.SharesTiles)
      Children.push_back(makeBarrier());
  }
  return withChildren(*N, std::move(Children));
}

NodePtr
replaceLoop(const NodePtr &Body, const KernelModel &K, const StagePoint &Point,
            llvm::function_ref<std::vector<NodePtr>(const Node &)> Build) {
  return replaceIn(Body, K, Point, /*InLoop=*/false, Build);
}

std::string aheadOfFirst(const LoopInfo &L, llvm::StringRef Ahead) {
  if (L.Lower.isZero())
    return Ahead.str();
  const Text First = firstStrip(L);
  const std::string Spelled = spell(First);
  const bool IsWord = First.size() == 1 && First[0].K != Piece::Kind::Macro &&
                      llvm::all_of(Spelled, isWordCharacter);
  return (IsWord ? Spelled : "(" + Spelled + ")") + " + " + Ahead.str();
}

std::string startTest(const LoopInfo &L, llvm::StringRef Ahead) {
  std::optional<int64_t> Trip = (L.Upper - L.Lower).constant();
  if (Ahead.empty() && Trip && *Trip > 0)
    return "";
  std::string First =
      Ahead.empty() ? spell(L.LowerText) : aheadOfFirst(L, Ahead);
  // Ids have no sign.
  if (!L.StartsAsCounter && !L.Lower.constant())
    First = "(" + L.Type + ")(" + First + ")";
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
  void prologue(std::vector<NodePtr> &Into) {
    const std::string &Buffer = Point.Tiles.front().Buffer;
    Into.push_back(makeLeaf("int " + Buffer + " = 0;"));
    for (const TileStage &T : Point.Tiles)
      Into.push_back(declareFetched(T, K, Symbols, Names));
    const Polynomial Step = Polynomial::symbol(Point.StepSymbol);
    std::vector<NodePtr> Fetched, Stored;
    for (const TileStage &T : Point.Tiles) {
      llvm::append_range(Fetched, fetchTile(T, K, Symbols, Names, Step));
      llvm::append_range(Stored, storeTile(T, K, Symbols, Names));
    }
    const std::string Fetch = Names.fresh("fetch"),
                      Store = Names.fresh("store");
    Into.push_back(makeFunction(Fetch, L.stripType() + " " + Point.StepName,
                                std::move(Fetched)));
    Into.push_back(makeFunction(Store, "", std::move(Stored)));
    First = makeLeaf(Fetch + "(" + spell(firstStrip(L)) + ");");
    Ahead = makeLeaf(Fetch + "(" + Point.StepName + " + " +
                     std::to_string(Point.Steps * L.Step) + ");");
    Stores = makeLeaf(Store + "();");
    if (std::string Test = startTest(L); Test.empty())
      Into.insert(Into.end(), {First, Stores});
    else
      Into.push_back(makeIf(Test, {First, Stores}));
    Into.push_back(makeBarrier());
  }

  NodePtr loop(const Node &N) {
    std::vector<NodePtr> Steps;
    Steps.push_back(makeLeaf("const bool " + More + " = " +
                             stripTest(L, Point, Point.Steps * L.Step) + ";"));
    Steps.push_back(makeIf(More, {Ahead}));
    llvm::append_range(Steps, computeStrip(N, K, Point, Symbols, Names));
    Steps.push_back(
        makeIf(More, {makeLeaf(Point.Tiles.front().Buffer + " ^= 1;"), Stores,
                      makeBarrier()}));
    return serving(makeLoop(stripHeader(L, Point), makeBlock(std::move(Steps))),
                   N);
  }

  const KernelModel &K;
  const LoopInfo &L;
  const StagePoint &Point;
  const SymbolNames &Symbols;
  NameScope &Names;
  const std::string More;
  NodePtr First, Ahead, Stores; ///< what fetches a strip, and what stores it
};

} // namespace

NodePtr pipelineStrips(const NodePtr &Body, const KernelModel &Kernel,
                       const StagePoint &Point, const SymbolNames &Symbols,
                       NameScope &Names) {
  return replaceLoop(Body, Kernel, Point, [&](const Node &Loop) {
    return Pipeliner(Kernel, Point, Symbols, Names).run(Loop);
  });
}

} // namespace tessera
