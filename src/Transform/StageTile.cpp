//===- StageTile.cpp - Tiles in shared memory -----------------------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// `A_tile[i][j]`; a tile with run-time extents is one row of cells.
static std::string cellOf(const TileStage &Tile,
                          llvm::ArrayRef<std::string> Index,
                          const SymbolNames &Symbols) {
  std::string Text = Tile.Name;
  if (!Tile.DynamicOffset) {
    for (const std::string &I : Index)
      Text += "[" + I + "]";
    return Text;
  }
  std::string Flat = Index.front();
  for (unsigned D = 1; D < Index.size(); ++D) {
    Polynomial Row = Tile.Dimensions[D].Extent +
                     Polynomial(Tile.Dimensions[D].Padding);
    if (Flat == "0") {
      Flat = Index[D];
      continue;
    }
    bool Sum = Flat.find_first_of("+- ") != std::string::npos;
    Flat = (Sum ? "(" + Flat + ")" : Flat) + " * " + Symbols.factor(Row) +
           " + " + Index[D];
  }
  return Text + "[" + Flat + "]";
}

NodePtr declareTile(const TileStage &Tile, const KernelModel &Kernel,
                    const SymbolNames &Symbols, llvm::StringRef DynamicName) {
  const std::string &Type = Kernel.array(Tile.Array).ElementType;
  if (Tile.DynamicOffset) {
    std::string Start = DynamicName.str();
    if (!Tile.DynamicOffset->isZero())
      Start = "(" + Start + " + " + Symbols.expression(*Tile.DynamicOffset) +
              ")";
    return makeLeaf(Type + " *" + Tile.Name + " = (" + Type + " *)" + Start +
                    ";");
  }
  std::string Text =
      "__shared__ " + Type + " " + Tile.Name;
  for (const TileDimension &D : Tile.Dimensions)
    Text += "[" + Symbols.expression(D.Extent + Polynomial(D.Padding)) + "]";
  return makeLeaf(Text + ";");
}

namespace {

/// Builds the loops that fill one tile.
class Loader {
public:
  Loader(const TileStage &Tile, const KernelModel &Kernel, SymbolNames Symbols,
         NameScope &Names)
      : Tile(Tile), Kernel(Kernel), Symbols(std::move(Symbols)), Names(Names) {}

  NodePtr build() {
    nameCells();
    std::vector<NodePtr> Inner = copy();
    NodePtr Result = Inner.size() == 1 ? Inner.front()
                                       : makeBlock(std::move(Inner));
    for (unsigned D = Tile.Dimensions.size(); D-- > 0;)
      if (!Headers[D].empty())
        Result = makeLoop({Piece::verbatim(Headers[D])}, Result);
    return Result;
  }

private:
  static std::string cellSymbol(unsigned D) {
    return "~" + std::to_string(D); // sorts behind every name
  }

  /// Names each dimension's cell and the loop over it, if there is one.
  void nameCells() {
    unsigned Rank = Tile.Dimensions.size();
    for (unsigned D = 0; D < Rank; ++D) {
      const TileDimension &Dim = Tile.Dimensions[D];
      std::string Axis = Rank - D <= 3 ? std::string(1, "xyz"[Rank - D - 1])
                                       : "d" + std::to_string(D);
      Headers.emplace_back();
      if (Dim.Extent == Polynomial(1)) {
        Cells.push_back("0");
        if (!Dim.ThreadIndex.empty())
          Headers.back() = "if (" + Dim.ThreadIndex + " == 0)";
      } else if (!Dim.ThreadIndex.empty() && Dim.Threads == Dim.Extent) {
        Cells.push_back(Dim.ThreadIndex);
      } else {
        std::string Name = Names.fresh(Axis);
        Cells.push_back(Name);
        Headers.back() =
            "for (int " + Name + " = " +
            (Dim.ThreadIndex.empty() ? "0" : Dim.ThreadIndex) + "; " + Name +
            " < " + Symbols.expression(Dim.Extent) + "; " +
            (Dim.ThreadIndex.empty()
                 ? "++" + Name
                 : Name + " += " + Symbols.expression(Dim.Threads)) +
            ")";
      }
      Symbols.define(cellSymbol(D), Cells.back());
      Axes.push_back(Axis);
    }
  }

  /// The array coordinate of the current cell.
  Polynomial coordinate(unsigned D) const {
    const TileDimension &Dim = Tile.Dimensions[D];
    if (Dim.Extent == Polynomial(1))
      return Dim.Origin;
    return Dim.Origin + Polynomial::symbol(cellSymbol(D)) * Dim.Step;
  }

  /// The copy of one cell, guarded if need be.
  std::vector<NodePtr> copy() {
    const ArrayInfo &Array = Kernel.array(Tile.Array);
    std::vector<NodePtr> Statements;
    std::string Test = Tile.LoadTest;
    std::vector<std::string> Coordinates;
    bool Wide = Tile.Wide || Tile.WideTest;
    for (unsigned D = 0; D < Tile.Dimensions.size(); ++D) {
      std::string Placeholder = "@" + std::to_string(D);
      Polynomial Value = coordinate(D);
      std::string Text = Symbols.expression(Value, Wide);
      bool Tested = Test.find(Placeholder) != std::string::npos;
      bool IsName = Value == Polynomial::symbol(cellSymbol(D)) &&
                    !Headers[D].empty() && !Wide;
      if (Tested && !IsName) {
        std::string Name = Names.fresh(Array.Name + "_" + Axes[D]);
        Statements.push_back(makeLeaf(std::string("const ") +
                                      (Wide ? "long long " : "int ") + Name +
                                      " = " + Text + ";"));
        Text = Name;
      }
      replaceAll(Test, Placeholder, Text);
      Coordinates.push_back(Text);
      replaceAll(Test, "#" + std::to_string(D), Cells[D]);
    }
    std::string Copy = cellOf(Tile, Cells, Symbols) + " = " + Array.Name +
                       subscripts(Coordinates, Wide) + ";";
    Statements.push_back(
        Test.empty() ? makeLeaf(Copy) : makeIf(Test, {makeLeaf(Copy)}));
    return Statements;
  }

  static void replaceAll(std::string &In, const std::string &What,
                         const std::string &By) {
    for (size_t At; (At = In.find(What)) != std::string::npos;)
      In.replace(At, What.size(), By);
  }

  std::string subscripts(llvm::ArrayRef<std::string> Coordinates, bool Wide) {
    if (!Tile.Flattened) {
      std::string Text;
      for (const std::string &C : Coordinates)
        Text += "[" + C + "]";
      return Text;
    }
    std::string Text;
    for (unsigned D = 0; D < Coordinates.size(); ++D) {
      const Polynomial &Stride = Tile.Dimensions[D].Stride;
      if (Coordinates[D] == "0" && Coordinates.size() > 1)
        continue;
      std::string Term = Coordinates[D];
      if (Stride != Polynomial(1)) {
        if (llvm::StringRef(Term).contains(' '))
          Term = "(" + Term + ")";
        Term += " * " + Symbols.factor(Stride, Wide);
      }
      Text += (Text.empty() ? "" : " + ") + Term;
    }
    return "[" + (Text.empty() ? "0" : Text) + "]";
  }

  const TileStage &Tile;
  const KernelModel &Kernel;
  SymbolNames Symbols;
  NameScope &Names;
  std::vector<std::string> Cells, Headers, Axes;
};

} // namespace

NodePtr loadTile(const TileStage &Tile, const KernelModel &Kernel,
                 const SymbolNames &Symbols, NameScope &Names) {
  // Names inside the loops may be used again by the next tile.
  NameScope Inner = Names;
  return Loader(Tile, Kernel, Symbols, Inner).build();
}

NodePtr redirectAccesses(const NodePtr &Body, const TileStage &Tile,
                         const SymbolNames &Symbols) {
  auto Fill = [&](const Piece &P) -> std::optional<Text> {
    if (P.K != Piece::Kind::Access)
      return std::nullopt;
    for (const RedirectedAccess &R : Tile.Redirected) {
      if (R.Access.Index != P.Id)
        continue;
      std::vector<std::string> Index;
      for (const Polynomial &I : R.Index)
        Index.push_back(Symbols.expression(I));
      return Text{Piece::verbatim(cellOf(Tile, Index, Symbols))};
    }
    return std::nullopt;
  };
  Node Copy = *Body;
  Copy.Head = fillHoles(Body->Head, Fill);
  Copy.Condition = fillHoles(Body->Condition, Fill);
  for (Node::Declarator &D : Copy.Declared)
    D.Initializer = fillHoles(D.Initializer, Fill);
  for (NodePtr &Child : Copy.Children)
    Child = redirectAccesses(Child, Tile, Symbols);
  return std::make_shared<Node>(std::move(Copy));
}

} // namespace tessera
