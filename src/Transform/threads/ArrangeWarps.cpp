//===- ArrangeWarps.cpp - Which threads of a block are a warp -------------===//
#include "tessera/Analysis/Warp.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/RegisterTransforms.h"

namespace tessera {

/// A sum of bits of the lane, for each axis: those of its places in the warp.
static std::array<std::string, 2>
placesInWarp(const std::array<int64_t, 2> &Warp) {
  std::array<std::string, 2> Places;
  std::array<int64_t, 2> Bit = {1, 1};
  int64_t Of = 1;
  for (unsigned Axis : axesOfLaneBits(Warp)) {
    std::string &Place = Places[Axis];
    Place += Place.empty() ? "lane" : " + lane";
    if (Of > 1)
      Place += " / " + std::to_string(Of);
    if (2 * Of < Warp[0] * Warp[1])
      Place += " % 2";
    if (Bit[Axis] > 1)
      Place += " * " + std::to_string(Bit[Axis]);
    Bit[Axis] *= 2;
    Of *= 2;
  }
  return Places;
}

WarpNames nameThreads(const KernelPlan &Plan, SymbolNames &Symbols,
                      NameScope &Names) {
  const std::array<int64_t, 2> &Warp = *Plan.Warp;
  const int64_t Width = *Plan.newBlock()[0], Across = Width / Warp[0];
  const std::string Warps = Names.fresh("warp"), Lane = Names.fresh("lane");
  WarpNames Result;
  Result.Axes = {Names.fresh("thread_x"), Names.fresh("thread_y")};
  const std::string Number =
      "threadIdx.y * " + std::to_string(Width) + " + threadIdx.x";
  auto Declare = [&](const std::string &Name, const std::string &Value) {
    Node N = *makeLeaf("const unsigned " + Name + " = " + Value + ";");
    N.Declared.emplace_back(); // or it is dropped where nobody uses it
    N.Declared.back().Name = Name;
    N.Declared.back().Harmless = true;
    Result.Declarations.push_back(std::make_shared<Node>(std::move(N)));
  };
  Result.Declarations.push_back(makeLeaf(
      "// " + std::to_string(Warp[0]) + " x " + std::to_string(Warp[1]) +
      " threads are a warp: neighbouring lanes read the same of a tile."));
  Declare(Warps, "(" + Number + ") / 32");
  Declare(Lane, "(" + Number + ") % 32");
  const std::array<std::string, 2> Places = placesInWarp(Warp);
  for (unsigned A : {0, 1}) {
    const std::string Of =
        Across == 1 ? (A == 0 ? "" : Warps)
                    : Warps + (A == 0 ? " % " : " / ") + std::to_string(Across);
    std::string Value =
        Of.empty() || Warp[A] == 1 ? Of : Of + " * " + std::to_string(Warp[A]);
    std::string Place = Places[A];
    for (size_t At = 0; (At = Place.find("lane", At)) != std::string::npos;
         At += Lane.size())
      Place.replace(At, 4, Lane);
    if (!Place.empty())
      Value += (Value.empty() ? "" : " + ") + Place;
    Declare(Result.Axes[A], Value);
    Symbols.define(std::string("t") + "xy"[A], Result.Axes[A]);
  }
  return Result;
}

NodePtr withThreadNames(const NodePtr &Body, const WarpNames &Warp) {
  return fillAccesses(Body, [&](const Piece &P) -> std::optional<Text> {
    if (P.K == Piece::Kind::Builtin)
      for (unsigned A : {0, 1})
        if (P.Spelling == std::string("t") + "xy"[A])
          return Text{Piece::verbatim(Warp.Axes[A])};
    return std::nullopt;
  });
}

} // namespace tessera
