//===- DeclareTile.cpp - Tiles as variables -------------------------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"

namespace tessera {

/// `[16][17]`, without the first \p Skipped.
static std::string extents(const TileStage &Tile, const SymbolNames &Symbols,
                           size_t Skipped) {
  std::string Text;
  std::vector<unsigned> Order = Tile.memoryOrder();
  for (unsigned D : llvm::ArrayRef(Order).drop_front(Skipped))
    Text += "[" +
            Symbols.expression(D == Order.back() ? Tile.pitch()
                                                 : Tile.Dimensions[D].Extent) +
            "]";
  return Text;
}

NodePtr declareTile(const TileStage &Tile, const KernelModel &Kernel,
                    const SymbolNames &Symbols, llvm::StringRef DynamicName) {
  const ArrayInfo &Array = Kernel.array(Tile.Array);
  if (Tile.DynamicOffset) {
    const std::string &Type = Array.ElementType;
    // A pointer to the second of two buffers, or to rows of known length.
    std::string Inner =
        Tile.isFlat() ? ""
                      : extents(Tile, Symbols, Tile.Buffer.empty() ? 1 : 0);
    std::string Start = DynamicName.str();
    if (!Tile.DynamicOffset->isZero())
      Start =
          "(" + Start + " + " + Symbols.expression(*Tile.DynamicOffset) + ")";
    auto Pointer = [&](llvm::StringRef Name) {
      return Type + " " +
             (Inner.empty() ? "*" + Name.str()
                            : "(*" + Name.str() + ")" + Inner);
    };
    return makeLeaf(Pointer(Tile.Name) + " = (" + Pointer("") + ")" + Start +
                    ";");
  }
  std::string Text = "__shared__ ";
  const int64_t Width = std::max(Tile.Vector, Tile.CopyWidth);
  if (Tile.hasWords() && Tile.together(Array) > 1)
    Text +=
        "__align__(" + std::to_string(Array.ElementBytes / Tile.Words) + ") ";
  else if (Width > 1)
    Text += "__align__(" + std::to_string(Width * Array.ElementBytes) + ") ";
  Text += Array.ElementType + " " + Tile.Name;
  if (!Tile.Buffer.empty())
    Text += "[" + std::to_string(Tile.Buffers) + "]";
  return makeLeaf(Text + extents(Tile, Symbols, 0) + ";");
}

} // namespace tessera
