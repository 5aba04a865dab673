//===- ApplyPlan.cpp - A whole plan on one kernel -------------------------===//
#include "tessera/Analysis/CheckRewritten.h"
#include "tessera/Analysis/DistinctNames.h"
#include "tessera/Model/TypePieces.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/MemoryTransforms.h"
#include "tessera/Transform/RegisterTransforms.h"
#include "tessera/Transform/TileText.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// The copies of one staging point between arrays and the tiles that are
/// \p Copied; none if no tile is.
static std::vector<NodePtr>
copies(const KernelModel &Kernel, const StagePoint &Point,
       bool TileStage::*Copied, llvm::StringRef What, decltype(loadTile) Copy,
       const SymbolNames &Symbols, NameScope &Names) {
  std::vector<const TileStage *> Tiles;
  for (const TileStage &T : Point.Tiles)
    if (T.*Copied)
      Tiles.push_back(&T);
  if (Tiles.empty())
    return {};
  std::vector<NodePtr> Nodes = {
      makeLeaf(("// " + What + " " + listOf(Tiles, Kernel) + ".").str())};
  for (const TileStage *Tile : Tiles)
    llvm::append_range(Nodes, Copy(*Tile, Kernel, Symbols, Names,
                                   Polynomial::symbol(Point.StepSymbol)));
  return Nodes;
}

/// The loads of one staging point and the barrier behind them.
static std::vector<NodePtr> fill(const KernelModel &Kernel,
                                 const StagePoint &Point,
                                 const SymbolNames &Symbols, NameScope &Names) {
  std::vector<NodePtr> Nodes =
      copies(Kernel, Point, &TileStage::CopiedIn,
             Point.Loop ? "Stage this step's part of"
                        : "Stage what this block reads of",
             loadTile, Symbols, Names);
  if (!Nodes.empty())
    Nodes.push_back(makeBarrier());
  return Nodes;
}

/// A barrier and what one staging point copies back behind it.
static std::vector<NodePtr> empty(const KernelModel &Kernel,
                                  const StagePoint &Point,
                                  const SymbolNames &Symbols,
                                  NameScope &Names) {
  std::vector<NodePtr> Nodes =
      copies(Kernel, Point, &TileStage::CopiedOut,
             Point.Loop ? "Store this step's part of"
                        : "Store what this block wrote of",
             copyBack, Symbols, Names);
  if (!Nodes.empty())
    Nodes.insert(Nodes.begin(), makeBarrier());
  return Nodes;
}

/// How many declarations \p Body begins with, before the first that accesses an
/// array.
static size_t leadingDeclarations(const Node &Body) {
  auto At = llvm::find_if(Body.Children, [](const NodePtr &N) {
    return N->K != Node::Kind::Leaf || N->Leaf != Node::LeafKind::Declaration ||
           !accessesIn(*N).empty();
  });
  return At - Body.Children.begin();
}

/// Inserts \p Nodes behind the first \p Count statements of \p Body.
static NodePtr insertBehind(const NodePtr &Body, size_t Count,
                            std::vector<NodePtr> Nodes) {
  auto At = Body->Children.begin() + Count;
  std::vector<NodePtr> Children(Body->Children.begin(), At);
  Children.insert(Children.end(), Nodes.begin(), Nodes.end());
  Children.insert(Children.end(), At, Body->Children.end());
  return withChildren(*Body, std::move(Children));
}

/// Spells indices by the user's counters where threads still begin apart.
static void useCounters(const KernelModel &Kernel, KernelPlan &Plan,
                        SymbolNames &Symbols) {
  const std::set<LoopId> Aligned = loopsAround(Kernel.Body, Plan);
  for (const LoopInfo &L : Kernel.Loops)
    Symbols.define(counterSymbol(L), L.Name);
  for (StagePoint &Point : Plan.Points)
    for (TileStage &Tile : Point.Tiles)
      for (RedirectedAccess &R : Tile.Redirected)
        for (Polynomial &Index : R.Index)
          Index = inCounters(Index, Kernel, Aligned);
}

/// Whether \p Name, of a function, may be a variable's in \p K.
static bool hasVariable(const KernelModel &K, llvm::StringRef Name) {
  auto IsCalled = [&](const auto &Thing) { return Thing.Name == Name; };
  return llvm::any_of(K.Arrays, IsCalled) ||
         llvm::any_of(K.Scalars, IsCalled) ||
         llvm::any_of(K.Parameters, IsCalled);
}

/// The loops that a block goes through together, but for those in strips whose
/// threads have bounds of their own in each strip.
static std::set<LoopId> loopsToAlign(const NodePtr &Body,
                                     const KernelModel &Kernel,
                                     const KernelPlan &Plan) {
  std::set<LoopId> Loops = loopsAround(Body, Plan);
  for (const StagePoint &Point : Plan.Points) {
    bool Own = Point.Loop && Kernel.loop(*Point.Loop).hasOwnBounds();
    if (Own && isPlainStrip(Point) && !hasVariable(Kernel, "max"))
      Loops.erase(*Point.Loop);
  }
  return Loops;
}

/// The body with the plan's outputs per thread, or with uniform loops.
static NodePtr makeUniform(const CoarsenedKernel &Coarse,
                           const KernelPlan &Plan,
                           const std::set<LoopId> &Aligned,
                           const SymbolNames &Symbols, NameScope &Names) {
  NodePtr Body = Coarse.Kernel.Body;
  std::set<LoopId> Loops;
  for (const StagePoint &Point : Plan.Points)
    if (Point.Loop)
      Loops.insert(*Point.Loop);
  Body = alignThreads(Body, Coarse.Kernel, Aligned, Symbols);
  if (Plan.Coarsen.empty())
    return Loops.empty() ? Body
                         : predicateGuards(Body, Coarse.Kernel, Loops, Names);
  if (Plan.Interior)
    return interiorPath(Body, Coarse, Plan, Names);
  std::set<AccessId> Staged;
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &Tile : Point.Tiles)
      for (const RedirectedAccess &R : Tile.Redirected)
        if (Tile.ZeroFill)
          Staged.insert(R.Access);
  NodePtr Result = coarsen(Body, Coarse, Plan, Staged, Symbols, Names);
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &Tile : Point.Tiles)
      for (const RedirectedAccess &R : Tile.Redirected)
        if (!R.Registers.empty() && !Tile.Window)
          Result = readRegisters(Result, Tile, R, Coarse, Symbols);
  return Result;
}

/// Reserves the names that the plan has chosen.
static void reserveNames(const KernelPlan &Plan, NameScope &Names) {
  for (const Coarsening &C : Plan.Coarsen)
    Names.fresh(C.Counter);
  if (Plan.Persistent)
    Names.fresh(Plan.Persistent->Counter);
  for (const PrivateCopy &C : Plan.Copies) {
    Names.fresh(C.Name);
    Names.fresh(C.Register);
  }
  for (const StagePoint &Point : Plan.Points) {
    if (Point.Loop)
      Names.fresh(Point.StepName);
    for (const TileStage &Tile : Point.Tiles) {
      Names.fresh(Tile.Name);
      Names.fresh(Tile.Buffer);
      Names.fresh(Tile.Next);
      for (const RedirectedAccess &R : Tile.Redirected)
        Names.fresh(R.Registers);
    }
  }
}

/// Names what threads compute to find the cells they load, so that no loop
/// computes it again.
///
///   const int thread = threadIdx.y * 16 + threadIdx.x;
///   const int A_row = thread / 8;
class ThreadNames {
public:
  ThreadNames(const KernelModel &Kernel, NameScope &Names,
              std::vector<NodePtr> &Into)
      : Kernel(Kernel), Names(Names), Into(Into) {}

  void name(KernelPlan &Plan) {
    for (StagePoint &Point : Plan.Points)
      for (TileStage &Tile : Point.Tiles)
        for (TileDimension &D : Tile.Dimensions)
          D.ThreadIndex =
              nameOf(D.ThreadIndex, Kernel.array(Tile.Array).stem());
  }

private:
  /// \p Index, a name, a sum, or a quotient or remainder of one of these.
  std::string nameOf(llvm::StringRef Index, llvm::StringRef Array) {
    if (!Index.contains(' '))
      return Index.str();
    auto [It, New] = Known.try_emplace(Index.str());
    if (!New)
      return It->second;
    size_t At = Index.find_last_of("/%");
    if (At == llvm::StringRef::npos || Index.ends_with(")"))
      return It->second = declare("thread", Index);
    bool Row = Index[At] == '/';
    llvm::StringRef Of = Index.take_front(At).rtrim();
    if (Of.consume_front("("))
      Of.consume_back(")");
    std::string Text = nameOf(Of, Array) + " " + Index.drop_front(At).str();
    return Known[Index.str()] =
               declare((Array + (Row ? "_row" : "_column")).str(), Text);
  }

  std::string declare(llvm::StringRef Wanted, llvm::StringRef Value) {
    std::string Name = Names.fresh(Wanted);
    Into.push_back(makeLeaf("const int " + Name + " = " + Value.str() + ";"));
    return Name;
  }

  const KernelModel &Kernel;
  NameScope &Names;
  std::vector<NodePtr> &Into;
  std::map<std::string, std::string> Known; ///< by text
};

NodePtr applyPlan(const KernelModel &User, const KernelPlan &Chosen) {
  KernelPlan Plan = Chosen;
  KernelModel Named = hidesNames(User) ? withDistinctNames(User) : User;
  if (!Plan.Coarsen.empty()) // statements move
    Named = withPlainTypes(std::move(Named));
  CoarsenedKernel Coarse =
      coarsenModel(Plan.modelFor(promoteScalars(Named, Plan.Registers)),
                   Plan.Coarsen, Plan.newBlock());
  const KernelModel &Kernel = Coarse.Kernel;
  NameScope Names(Kernel.Identifiers);
  SymbolNames Symbols(Kernel);
  for (const StagePoint &Point : Plan.Points)
    if (!Point.StepSymbol.empty())
      Symbols.define(Point.StepSymbol, Point.StepName,
                     Kernel.loop(*Point.Loop).Symbol);
  reserveNames(Plan, Names);
  useCounters(Kernel, Plan, Symbols);
  const std::set<LoopId> Aligned = loopsToAlign(Kernel.Body, Kernel, Plan);
  WarpNames Warp;
  if (Plan.Warp)
    Warp = nameThreads(Plan, Symbols, Names);
  NodePtr Body = makeUniform(Coarse, Plan, Aligned, Symbols, Names);
  if (Plan.Warp)
    Body = withThreadNames(Body, Warp);
  for (LoopId L : Aligned)
    Coarse.Kernel.Loops[L.Index] = inBlockBounds(Kernel.loop(L), Symbols);

  std::vector<NodePtr> Start, End;
  if (Plan.DynamicBytes)
    Start.push_back(makeLeaf("extern __shared__ __align__(16) unsigned char " +
                             Plan.DynamicName + "[];"));
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &Tile : Point.Tiles)
      if (!Tile.Shares)
        Start.push_back(
            serving(declareTile(Tile, Kernel, Symbols, Plan.DynamicName),
                    servedBy(Tile, Kernel)));
  ThreadNames(Kernel, Names, Start).name(Plan);
  for (const StagePoint &Point : Plan.Points) {
    if (Point.Buffers > 1) {
      Body = Point.Async ? pipelineCopies(Body, Kernel, Point, Symbols, Names,
                                          empty(Kernel, Point, Symbols, Names))
                         : pipelineStrips(Body, Kernel, Point, Symbols, Names);
      continue;
    }
    std::vector<NodePtr> Fill = fill(Kernel, Point, Symbols, Names);
    std::vector<NodePtr> Back = empty(Kernel, Point, Symbols, Names);
    if (Point.Loop) {
      Back.push_back(makeBarrier());
      Body = stripMine(Body, Kernel, Point, Symbols, Names, std::move(Fill),
                       std::move(Back));
      continue;
    }
    Start.insert(Start.end(), Fill.begin(), Fill.end());
    End = std::move(Back);
  }
  CopyCode Copies;
  if (!Plan.Copies.empty())
    Copies = privatiseAtomics(Body, Kernel, Plan, Names);
  if (Plan.Persistent)
    Body = takeTurns(Body, Kernel, Plan, Symbols, Names);
  auto BehindMemory = Start.begin() + Plan.DynamicBytes.has_value();
  Start.insert(BehindMemory, Copies.Start.begin(), Copies.Start.end());
  End.insert(End.end(), Copies.End.begin(), Copies.End.end());
  // Redirected last: accesses tell where the declarations end.
  Body = insertBehind(Body, leadingDeclarations(*Body), std::move(Start));
  if (!End.empty()) {
    Body = closeExits(Body, Kernel);
    Body = insertBehind(Body, Body->Children.size(), std::move(End));
  }
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &Tile : Point.Tiles)
      Body = redirectAccesses(Body, Tile, Kernel, Symbols);
  Body = insertBehind(Body, 0, std::move(Warp.Declarations));
  return dropUnused(Body, Kernel.Body);
}

} // namespace tessera
