//===- StageTile.cpp - Tiles in shared memory -----------------------------===//
#include "tessera/Plan/Registers.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/TileText.h"
#include "tessera/Transform/Transforms.h"
#include "tiles/TileCells.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

namespace {

/// What one pass over the cells does.
enum class Pass {
  Copy,  ///< from the array to the tile
  Async, ///< the same, asynchronously
  Fetch, ///< from the array to registers
  Store, ///< from registers to the tile
  Back,  ///< from the tile to the array
};

/// Builds the loops of one pass over a tile.
class Loader {
public:
  Loader(const TileStage &Tile, const KernelModel &Kernel, SymbolNames Symbols,
         NameScope &Names, Pass What, const Polynomial &Step)
      : Tile(Tile), Kernel(Kernel), Symbols(std::move(Symbols)), Names(Names),
        What(What), Step(Step),
        Cells(Tile, this->Symbols, Names, loopsOf(What, Tile, Kernel)) {}

  std::vector<NodePtr> build() {
    std::vector<NodePtr> Inner = What == Pass::Store ? store() : copy();
    for (unsigned D = Cells.Headers.size(); D-- > 0;)
      if (!Cells.Headers[D].empty())
        Inner = {makeLoop(Cells.Headers[D], Inner.size() == 1
                                                ? Inner.front()
                                                : makeBlock(std::move(Inner)))};
    return Inner;
  }

  /// Whether what build() makes has its names in a loop.
  bool hasLoop() const {
    return llvm::any_of(Cells.Headers,
                        [](const Text &H) { return !H.empty(); });
  }

  /// The register array that holds what a thread fetches: `float A_next[8]`.
  std::string declaration() const {
    const int64_t Elements = Cells.Count * Tile.CopyWidth;
    const std::string Own =
        Tile.Next + (Elements == 1 ? "" : "[" + std::to_string(Elements) + "]");
    if (!hasVectors())
      return type() + " " + Own;
    const ArrayInfo &Array = Kernel.array(Tile.Array);
    return alignedFor(Tile.CopyWidth, Array.ElementBytes) + Array.ElementType +
           " " + Own;
  }

private:
  static CellLoops loopsOf(Pass What, const TileStage &Tile,
                           const KernelModel &Kernel) {
    if (What == Pass::Fetch || What == Pass::Store || Tile.ZeroFill)
      return CellLoops::Counted;
    return What == Pass::Async || Tile.together(Kernel.array(Tile.Array)) > 1
               ? CellLoops::CountedIfShort
               : CellLoops::Strided;
  }

  bool hasVectors() const { return Tile.CopyWidth > 1; }

  /// The type of what is copied at once.
  std::string type() const {
    const ArrayInfo &A = Kernel.array(Tile.Array);
    return hasVectors()
               ? typeName(Kernel, vectorType(A.NumberType, Tile.CopyWidth))
           : Tile.hasWords() ? Tile.WordType
                             : A.ElementType;
  }

  /// The current word of \p Element, or the vector that begins there.
  std::string word(const std::string &Element, bool Const = false) const {
    if (hasVectors())
      return "*reinterpret_cast<" + std::string(Const ? "const " : "") +
             type() + " *>(&" + Element + ")";
    if (!Tile.hasWords())
      return Element;
    return "((" + std::string(Const ? "const " : "") + Tile.WordType + " *)&" +
           Element + ")[" + Cells.Word + "]";
  }

  std::string cell() const {
    return word(cellText(Tile, Cells.Current, Symbols));
  }

  /// The array coordinate of the current cell.
  Polynomial coordinate(unsigned D) const {
    const TileDimension &Dim = Tile.Dimensions[D];
    return Dim.Origin + Cells.Current[D] * Dim.Step;
  }

  /// `A_next[y * 4 + v]`: member \p Member of the current vector.
  std::string registerOf(const Polynomial &Member) const {
    const Polynomial At = Cells.Number * Tile.CopyWidth + Member;
    const bool Alone = Cells.Count * Tile.CopyWidth == 1;
    return Tile.Next + (Alone ? "" : "[" + Symbols.expression(At) + "]");
  }

  /// The registers of the current cell, or of the vector that begins there.
  std::string registers(bool Const = false) const {
    if (!hasVectors())
      return registerOf({});
    return "*reinterpret_cast<" + std::string(Const ? "const " : "") + type() +
           " *>(" + (Cells.Count == 1 ? Tile.Next : "&" + registerOf({})) + ")";
  }

  /// Whether the neighbours of a vector are apart in the tile.
  bool scatters() const { return hasVectors() && Tile.Transposed; }

  /// `A_tile[column + 1][row] = A_4.y;` for each cell of the vector \p From.
  std::vector<NodePtr> scatter(const std::string &From) const {
    std::vector<NodePtr> Stores;
    for (int64_t I = 0; I < Tile.CopyWidth; ++I) {
      std::vector<Polynomial> At = Cells.Current;
      At.back() += I;
      Stores.push_back(makeLeaf(cellText(Tile, At, Symbols) + " = " + From +
                                "." + "xyzw"[I] + ";"));
    }
    return Stores;
  }

  /// `for (int v = 0; v < 4; ++v) A_tile[column + v][row] = A_next[v];`
  NodePtr scatterRegisters() {
    NameScope Inner = Names; // visible in its loop alone
    const std::string Member = Inner.fresh("v");
    Symbols.define("~~~member", Member);
    std::vector<Polynomial> At = Cells.Current;
    At.back() += Polynomial::symbol("~~~member");
    return makeLoop(unrolledHeader(Member, Tile.CopyWidth),
                    makeLeaf(cellText(Tile, At, Symbols) + " = " +
                             registerOf(Polynomial::symbol("~~~member")) +
                             ";"));
  }

  std::vector<NodePtr> store() {
    std::vector<NodePtr> Copy = {
        scatters() ? scatterRegisters()
                   : makeLeaf(cell() + " = " + registers(true) + ";")};
    std::vector<NodePtr> Statements = Cells.Names;
    if (Cells.Inside.empty())
      llvm::append_range(Statements, Copy);
    else
      Statements.push_back(makeIf(Cells.Inside, std::move(Copy)));
    return Statements;
  }

  /// The copy of one cell from or to the array, guarded if need be.
  std::vector<NodePtr> copy() {
    const ArrayInfo &Array = Kernel.array(Tile.Array);
    std::vector<NodePtr> Statements = Cells.Names;
    std::string Test = What == Pass::Back ? Tile.StoreTest : Tile.LoadTest;
    replaceAll(Test, "@s", inParentheses(Symbols.expression(Step)));
    std::vector<std::string> Coordinates;
    bool Wide = Tile.Wide || Tile.WideTest;
    const bool Signed = !Wide && mayBeNegative(Test);
    for (unsigned D = 0; D < Tile.Dimensions.size(); ++D) {
      std::string Placeholder = "@" + std::to_string(D);
      Polynomial Value = coordinate(D);
      std::string Text = Symbols.expression(Value, Wide);
      bool Tested = Test.find(Placeholder) != std::string::npos ||
                    (Signed && isUnsigned(Text));
      bool IsName =
          Value == Cells.Current[D] && Cells.isLoopCounter(D) && !Wide;
      if (Tested && !IsName) {
        bool Alone = Tile.Dimensions.size() == 1 && Array.Name == Cells.Axes[D];
        std::string Name =
            Names.fresh(Array.stem() + "_" + (Alone ? "index" : Cells.Axes[D]));
        Statements.push_back(makeLeaf(std::string("const ") +
                                      (Wide ? "long long " : "int ") + Name +
                                      " = " + Text + ";"));
        Text = Name;
      }
      replaceAll(Test, Placeholder, Text);
      Coordinates.push_back(Text);
      replaceAll(Test, "#" + std::to_string(D), signedCell(D, Wide));
    }
    Test = withoutRepetition(Test); // a cell and its coordinate may be one
    std::string Element = Array.Name + subscripts(Coordinates, Wide, Signed);
    std::string Cell = What == Pass::Fetch ? registers() : cell();
    if (What == Pass::Async && hasVectors())
      Cell = cellText(Tile, Cells.Current, Symbols); // its address is enough
    else
      Element = word(Element, What != Pass::Back);
    bool Fills = Tile.ZeroFill || What == Pass::Fetch;
    if (What == Pass::Fetch)
      Test = both(Cells.Inside, Test);
    constexpr size_t LongTest = 50;
    if (Fills && Test.size() > LongTest) {
      std::string Name = Names.fresh("inside");
      Statements.push_back(makeLeaf("const bool " + Name + " = " + Test + ";"));
      Test = Name;
    }
    if (What == Pass::Async)
      return beginCopy(std::move(Statements), Cell, Element, Test);
    if (Fills && !Test.empty())
      Element = Test + " ? " + Element + " : " + zeroOf(type());
    if (What == Pass::Back)
      std::swap(Cell, Element);
    std::vector<NodePtr> Copy = {makeLeaf(Cell + " = " + Element + ";")};
    if (What == Pass::Copy && scatters()) {
      const std::string Vector =
          Names.fresh(Array.stem() + "_" + std::to_string(Tile.CopyWidth));
      Copy = scatter(Vector);
      Copy.insert(Copy.begin(), makeLeaf("const " + type() + " " + Vector +
                                         " = " + Element + ";"));
    }
    std::string Guard = What == Pass::Fetch ? "" : Cells.Inside;
    if (!Fills)
      Guard = both(Guard, Test);
    if (Guard.empty())
      llvm::append_range(Statements, Copy);
    else
      Statements.push_back(makeIf(Guard, std::move(Copy)));
    return Statements;
  }

  /// Whether a coordinate that is copied may be negative, which \p Test does
  /// not exclude.
  bool mayBeNegative(llvm::StringRef Test) const {
    for (unsigned D = 0; D < Tile.Dimensions.size(); ++D)
      if (!Test.contains("@" + std::to_string(D) + " >= 0") &&
          isPerhapsNegative(coordinate(D), Cells.Current, Kernel))
        return true;
    return false;
  }

  /// Begins the copy of \p Element to \p Cell, behind \p Statements, where
  /// \p Test holds; other cells are 0 if those of the tile are.
  std::vector<NodePtr> beginCopy(std::vector<NodePtr> Statements,
                                 const std::string &Cell,
                                 const std::string &Element,
                                 const std::string &Test) const {
    NodePtr Copy = makeLeaf("__pipeline_memcpy_async(&" + Cell + ", &" +
                            Element + ", sizeof(" + type() + "));");
    std::string Guard = Cells.Inside;
    if (!Test.empty() && Tile.ZeroFill)
      Copy =
          makeIfElse(Test, Copy, makeLeaf(Cell + " = " + zeroOf(type()) + ";"));
    else
      Guard = both(Cells.Inside, Test);
    Statements.push_back(Guard.empty() ? Copy : makeIf(Guard, {Copy}));
    return Statements;
  }

  /// The current cell as a signed number: what it is compared with may be
  /// negative.
  std::string signedCell(unsigned D, bool Wide) const {
    std::string Text = Symbols.expression(Cells.Current[D]);
    if (!llvm::StringRef(Text).contains("threadIdx"))
      return Text;
    return (Wide ? "(long long)" : "(int)") + inParentheses(Text);
  }

  std::string subscripts(llvm::ArrayRef<std::string> Coordinates, bool Wide,
                         bool Signed) {
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
        std::string Name =
            Stride.constant() ? Kernel.sizeName(*Stride.constant()) : "";
        const std::string Factor =
            Name.empty() ? Symbols.factor(Stride, Wide) : Name;
        Term += (Signed && isUnsigned(Factor) ? " * (int)" : " * ") + Factor;
      }
      Text += (Text.empty() ? "" : " + ") + Term;
    }
    return "[" + (Text.empty() ? "0" : Text) + "]";
  }

  const TileStage &Tile;
  const KernelModel &Kernel;
  SymbolNames Symbols;
  NameScope &Names;
  const Pass What;
  const Polynomial Step; ///< where the strip begins
  const TileCells Cells;
};

} // namespace

std::optional<SourceRange> servedBy(const TileStage &Tile,
                                    const KernelModel &Kernel) {
  if (Tile.Redirected.empty())
    return std::nullopt;
  return Kernel.access(Tile.Redirected.front().Access).Source;
}

static std::vector<NodePtr> pass(Pass What, const TileStage &Tile,
                                 const KernelModel &Kernel,
                                 const SymbolNames &Symbols, NameScope &Names,
                                 const Polynomial &Step) {
  NameScope Inner = Names;
  Loader Load(Tile, Kernel, Symbols, Inner, What, Step);
  std::vector<NodePtr> Result = Load.build();
  // Names inside the loops may be used again by the next tile.
  if (!Load.hasLoop())
    Names = Inner;
  for (NodePtr &Part : Result)
    Part = serving(Part, servedBy(Tile, Kernel));
  return Result;
}

std::vector<NodePtr> loadTile(const TileStage &Tile, const KernelModel &Kernel,
                              const SymbolNames &Symbols, NameScope &Names,
                              const Polynomial &Step) {
  return pass(Pass::Copy, Tile, Kernel, Symbols, Names, Step);
}

std::vector<NodePtr> copyAsync(const TileStage &Tile, const KernelModel &Kernel,
                               const SymbolNames &Symbols, NameScope &Names,
                               const Polynomial &Step) {
  return pass(Pass::Async, Tile, Kernel, Symbols, Names, Step);
}

std::vector<NodePtr> copyBack(const TileStage &Tile, const KernelModel &Kernel,
                              const SymbolNames &Symbols, NameScope &Names,
                              const Polynomial &Step) {
  return pass(Pass::Back, Tile, Kernel, Symbols, Names, Step);
}

std::vector<NodePtr> fetchTile(const TileStage &Tile, const KernelModel &Kernel,
                               const SymbolNames &Symbols, NameScope &Names,
                               const Polynomial &Step) {
  return pass(Pass::Fetch, Tile, Kernel, Symbols, Names, Step);
}

std::vector<NodePtr> storeTile(const TileStage &Tile, const KernelModel &Kernel,
                               const SymbolNames &Symbols, NameScope &Names) {
  return pass(Pass::Store, Tile, Kernel, Symbols, Names, {});
}

NodePtr declareFetched(const TileStage &Tile, const KernelModel &Kernel,
                       const SymbolNames &Symbols, NameScope &Names) {
  NameScope Inner = Names;
  return serving(
      makeLeaf(
          Loader(Tile, Kernel, Symbols, Inner, Pass::Store, {}).declaration() +
          ";"),
      servedBy(Tile, Kernel));
}

} // namespace tessera
