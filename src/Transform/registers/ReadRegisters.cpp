//===- ReadRegisters.cpp - Tile cells in registers ------------------------===//
#include "tessera/Plan/Registers.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/RegisterTransforms.h"
#include "tessera/Transform/TileText.h"

namespace tessera {
namespace {

class Reader {
public:
  Reader(const TileStage &Tile, const RedirectedAccess &Access,
         const CoarsenedKernel &Coarse, const SymbolNames &Symbols)
      : Tile(Tile), Access(Access), K(Coarse.Kernel),
        Axis(Coarse.Axes[Access.Axis]), Symbols(Symbols) {
    for (const Coarsening &C : Coarse.Axes)
      for (std::optional<LoopId> L : {C.Groups, C.Members})
        if (L)
          Outputs.insert(*L);
  }

  NodePtr run(const NodePtr &N) {
    Node Copy = *N;
    Copy.Children.clear();
    for (const NodePtr &Child : N->Children) {
      if (!Child->Loop || !Outputs.count(*Child->Loop)) {
        Copy.Children.push_back(run(Child));
        continue;
      }
      bool Found = false;
      NodePtr Reads =
          fillAccesses(Child, [&](const Piece &P) -> std::optional<Text> {
            if (P.K != Piece::Kind::Access || P.Id != Access.Access.Index)
              return std::nullopt;
            Found = true;
            return standingFor(P, Access.Registers + "[" + Axis.Counter + "]");
          });
      if (Found) {
        Copy.Children.push_back(makeLeaf(
            alignedFor(Tile.Vector, K.array(Tile.Array).ElementBytes) + Array +
            " " + Access.Registers + "[" + std::to_string(Axis.Factor) + "];"));
        Copy.Children.push_back(
            serving(loads(), K.access(Access.Access).Source));
      }
      Copy.Children.push_back(Reads);
    }
    return std::make_shared<Node>(std::move(Copy));
  }

private:
  /// Reads the cells of all outputs.
  NodePtr loads() const {
    std::vector<Polynomial> Index = Access.Index;
    // Groups of one vector each begin with member 0.
    if (Axis.Members && Axis.Width == Tile.Vector && Axis.Groups)
      for (Polynomial &I : Index)
        I = I.substitute(K.loop(*Axis.Members).Symbol, 0);
    return makeLoop(
        unrolledHeader(Axis.Counter, Axis.Factor, Tile.Vector),
        makeLeaf(copyOfVector(typeName(K, vectorType(Array, Tile.Vector)),
                              "&" + Access.Registers + "[" + Axis.Counter + "]",
                              "&" + cellText(Tile, Index, Symbols))));
  }

  const TileStage &Tile;
  const RedirectedAccess &Access;
  const KernelModel &K;
  const Coarsening &Axis;
  const SymbolNames &Symbols;
  const std::string Array = K.array(Tile.Array).NumberType;
  std::set<LoopId> Outputs;
};

} // namespace

NodePtr readRegisters(const NodePtr &Body, const TileStage &Tile,
                      const RedirectedAccess &Access,
                      const CoarsenedKernel &Coarse,
                      const SymbolNames &Symbols) {
  return Reader(Tile, Access, Coarse, Symbols).run(Body);
}

} // namespace tessera
