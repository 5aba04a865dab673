//===- RedirectAccesses.cpp - Accesses to tiles ---------------------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/TileText.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// The access \p User to \p Array with another array's name; nothing if it is
/// not spelled with the array's.
static std::optional<Text> renamed(Text User, llvm::StringRef Array,
                                   llvm::StringRef Name) {
  const bool IsPointer = User.size() > 1 &&
                         User.front().K == Piece::Kind::Scalar &&
                         User.front().Spelling == Array;
  if (IsPointer) // a variable that names the array
    User.erase(User.begin());
  if (User.empty() || User.front().K != Piece::Kind::Verbatim)
    return std::nullopt;
  llvm::StringRef Rest = User.front().Spelling;
  if ((!IsPointer && !Rest.consume_front(Array)) || !Rest.starts_with("["))
    return std::nullopt;
  User.front().Spelling = (Name + Rest).str();
  return User;
}

/// Whether the array and the tile have the same subscripts. Not so for those by
/// a counter that each round assigns: nothing tells its value in the new text.
static bool keepsSubscripts(const TileStage &Tile, const RedirectedAccess &R,
                            const KernelModel &Kernel) {
  const TileDimension &D = Tile.Dimensions.front();
  bool Assigned = llvm::any_of(Kernel.Loops, [&](const LoopInfo &L) {
    return L.StartsBefore && !L.Ahead.isZero() &&
           R.Index.front().mentions(L.Symbol);
  });
  return !Assigned && Tile.Dimensions.size() == 1 && D.Origin.isZero() &&
         D.Step == 1 && D.Stride == Polynomial(1) && !Tile.Skew &&
         Tile.Buffer.empty();
}

NodePtr redirectAccesses(const NodePtr &Body, const TileStage &Tile,
                         const KernelModel &Kernel,
                         const SymbolNames &Symbols) {
  const std::string &Array = Kernel.array(Tile.Array).Name;
  return fillAccesses(Body, [&](const Piece &P) -> std::optional<Text> {
    if (P.K != Piece::Kind::Access)
      return std::nullopt;
    for (const RedirectedAccess &R : Tile.Redirected) {
      if (R.Access.Index != P.Id)
        continue;
      if (keepsSubscripts(Tile, R, Kernel))
        if (std::optional<Text> Same = renamed(P.Parts, Array, Tile.Name))
          return Same;
      return standingFor(P, cellText(Tile, R.Index, Symbols));
    }
    return std::nullopt;
  });
}

} // namespace tessera
