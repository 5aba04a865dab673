//===- TileCells.cpp - What a thread copies of a tile ---------------------===//
#include "tiles/TileCells.h"
#include "tessera/Transform/TileText.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static std::string cellSymbol(unsigned D) {
  return "~" + std::to_string(D); // sorts behind every name
}

static std::string counterSymbol(unsigned D) {
  return "~~" + std::to_string(D);
}

TileCells::TileCells(const TileStage &Tile, SymbolNames &Symbols,
                     NameScope &Names, CellLoops Loops)
    : Tile(Tile), Symbols(Symbols), Scope(Names) {
  const bool IsCounted = Tile.hasKnownSize() && Loops != CellLoops::Strided &&
                         (Loops == CellLoops::Counted || isShort());
  unsigned Rank = Tile.Dimensions.size();
  for (unsigned D = 0; D < Rank; ++D)
    Axes.push_back(Rank - D <= 3 ? std::string(1, "xyz"[Rank - D - 1])
                                 : "d" + std::to_string(D));
  Counters = Axes;
  if (Tile.hasWords())
    Counters.back() = "word";
  // Where one of the names is the user's, none is ours.
  auto IsFree = [&](llvm::StringRef A) { return Scope.isFree(A); };
  if (!llvm::all_of(Axes, IsFree) || !llvm::all_of(Counters, IsFree))
    Prefix = "tile_";
  for (unsigned D = 0; D < Rank; ++D) {
    const TileDimension &Dim = Tile.Dimensions[D];
    const Polynomial Extent = Tile.copied(D);
    Headers.emplace_back();
    Current.push_back(Polynomial::symbol(cellSymbol(D)));
    bool Alone = Dim.Threads == Extent;
    if (Extent == Polynomial(1)) {
      Current.back() = 0;
      if (!Dim.ThreadIndex.empty())
        append(Headers.back(), "if (" + Dim.ThreadIndex + " == 0)");
    } else if (!Dim.ThreadIndex.empty() && Alone)
      Symbols.define(cellSymbol(D), Dim.ThreadIndex);
    else if (IsCounted && (Dim.ThreadIndex.empty() || Dim.Threads.constant()))
      countCells(D);
    else
      strideCells(D);
  }
  if (Tile.hasWords())
    splitIntoWords();
  Current.back() = Current.back() * Tile.CopyWidth;
}

/// Whether a thread copies so few cells that their loops may be unrolled.
bool TileCells::isShort() const {
  constexpr int64_t Most = 64;
  int64_t Cells = 1;
  for (unsigned D = 0; D < Tile.Dimensions.size(); ++D) {
    const TileDimension &Dim = Tile.Dimensions[D];
    const int64_t Threads =
        Dim.ThreadIndex.empty() ? 1 : Dim.Threads.constant().value_or(1);
    Cells *= (*Tile.copied(D).constant() + Threads - 1) / Threads;
  }
  return Cells <= Most;
}

/// `const int x = word / 3;`
void TileCells::splitIntoWords() {
  if (Tile.Words == 1) {
    Word = "0";
    return;
  }
  const std::string All = inParentheses(Symbols.expression(Current.back()));
  if (Tile.Dimensions.back().Extent == Polynomial(1)) {
    Word = All;
    Current.back() = 0;
    return;
  }
  const std::string By = std::to_string(Tile.Words);
  const std::string Name = Scope.fresh(Prefix + Axes.back());
  Names.push_back(
      makeLeaf("const int " + Name + " = " + All + " / " + By + ";"));
  Word = All + " % " + By;
  Symbols.define("~element", Name);
  Current.back() = Polynomial::symbol("~element");
}

/// `for (int y = threadIdx.y; y < 18; y += 16)`
void TileCells::strideCells(unsigned D) {
  const TileDimension &Dim = Tile.Dimensions[D];
  std::string Name = Scope.fresh(Prefix + Counters[D]);
  Symbols.define(cellSymbol(D), Name);
  // Divided by the number of words, which unsigned does in fewer steps.
  bool Unsigned = Counters[D] != Axes[D] && Tile.copied(D).constant();
  append(Headers[D],
         std::string("for (") + (Unsigned ? "unsigned " : "int ") + Name +
             " = " + (Dim.ThreadIndex.empty() ? "0" : Dim.ThreadIndex) + "; " +
             Name + " < " + Symbols.expression(Tile.copied(D)) + "; " +
             (Dim.ThreadIndex.empty()
                  ? "++" + Name
                  : Name + " += " + Symbols.expression(Dim.Threads)) +
             ")");
}

/// `for (int y = 0; y < 8; ++y)` over cells `threadIdx.y + 16 * y`, unrolled.
void TileCells::countCells(unsigned D) {
  const TileDimension &Dim = Tile.Dimensions[D];
  int64_t Extent = *Tile.copied(D).constant();
  int64_t Threads = Dim.ThreadIndex.empty() ? 1 : *Dim.Threads.constant();
  int64_t Trip = (Extent + Threads - 1) / Threads;
  Polynomial First;
  if (!Dim.ThreadIndex.empty()) {
    bool Sum = isSum(Dim.ThreadIndex);
    Symbols.define(cellSymbol(D),
                   Sum ? "(" + Dim.ThreadIndex + ")" : Dim.ThreadIndex);
    First = Polynomial::symbol(cellSymbol(D));
  }
  if (Trip > 1) {
    std::string Name = Scope.fresh(Prefix + Counters[D]);
    Symbols.define(counterSymbol(D), Name);
    Headers[D] = unrolledHeader(Name, Trip);
    Number = Number * Trip + Polynomial::symbol(counterSymbol(D));
    Count *= Trip;
    Current[D] = First + Polynomial::symbol(counterSymbol(D)) * Threads;
  } else {
    Current[D] = First;
  }
  bool Partial = Extent % Threads != 0;
  bool Tested =
      Tile.LoadTest.find("#" + std::to_string(D)) != std::string::npos;
  const bool Split = Counters[D] != Axes[D]; // words of which elements
  if (Trip > 1 && !First.isZero() && (Partial || Tested || Split)) {
    std::string Name = Scope.fresh("cell_" + Counters[D]);
    Names.push_back(
        makeLeaf(std::string(Split ? "const unsigned " : "const int ") + Name +
                 " = " + Symbols.expression(Current[D]) + ";"));
    Symbols.define(cellSymbol(D), Name);
    Current[D] = Polynomial::symbol(cellSymbol(D));
  }
  if (Partial)
    Inside += (Inside.empty() ? "" : " && ") + Symbols.expression(Current[D]) +
              " < " + std::to_string(Extent);
}

bool TileCells::isLoopCounter(unsigned D) const {
  return Headers[D].size() == 1 &&
         Current[D] == Polynomial::symbol(cellSymbol(D));
}

} // namespace tessera
