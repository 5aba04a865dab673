//===- TileText.cpp - How tiles are spelled -------------------------------===//
#include "tessera/Transform/TileText.h"
#include "tessera/Support/Conditions.h"
#include "tessera/Transform/Build.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace tessera {

/// Cell \p I of a row with one cell of padding after every \p Skew cells:
/// `I + I / Skew`, where whole multiples of \p Skew need no division.
///
/// \pre what is no multiple is not negative.
static std::string skewed(const Polynomial &I, int64_t Skew,
                          const SymbolNames &Symbols) {
  Polynomial Multiples, Rest;
  for (const auto &[M, C] : I.terms()) {
    Polynomial Term = 1;
    for (const std::string &Symbol : M)
      Term = Term * Polynomial::symbol(Symbol);
    int64_t Over = M.empty() ? ((C % Skew) + Skew) % Skew : C % Skew;
    Multiples += Term * ((C - Over) / Skew * (Skew + 1));
    Rest += Term * Over;
  }
  std::optional<int64_t> Known = Rest.constant();
  if (Known)
    return Symbols.expression(Multiples + *Known + *Known / Skew);
  std::string Padding = Symbols.factor(Rest) + " / " + std::to_string(Skew);
  return Symbols.expression(Multiples + Rest) + " + " + Padding;
}

std::string cellText(const TileStage &Tile, llvm::ArrayRef<Polynomial> Index,
                     const SymbolNames &Symbols) {
  std::vector<unsigned> Order = Tile.memoryOrder();
  std::string Text = Tile.Name;
  if (!Tile.isFlat()) {
    if (!Tile.Buffer.empty())
      Text += "[" + Tile.Buffer + "]";
    for (unsigned D : Order)
      Text +=
          "[" +
          (Tile.Skew && D == Order.back() ? skewed(Index[D], Tile.Skew, Symbols)
                                          : Symbols.expression(Index[D])) +
          "]";
    return Text;
  }
  std::string Flat = Symbols.expression(Index[Order.front()]);
  for (unsigned D : llvm::ArrayRef(Order).drop_front()) {
    Polynomial Row =
        Tile.Dimensions[D].Extent + Polynomial(Tile.Dimensions[D].Padding);
    if (Flat == "0") {
      Flat = Symbols.expression(Index[D]);
      continue;
    }
    bool Sum = Flat.find_first_of("+- ") != std::string::npos;
    Flat = (Sum ? "(" + Flat + ")" : Flat) + " * " + Symbols.factor(Row) +
           " + " + Symbols.expression(Index[D]);
  }
  return Text + "[" + Flat + "]";
}

std::string alignedFor(int64_t Cells, int64_t Bytes) {
  return Cells > 1 ? "__align__(" + std::to_string(Cells * Bytes) + ") " : "";
}

std::string copyOfVector(const std::string &Type, const std::string &To,
                         const std::string &From) {
  return "*reinterpret_cast<" + Type + " *>(" + To +
         ") = *reinterpret_cast<const " + Type + " *>(" + From + ");";
}

std::string withoutRepetition(llvm::StringRef Condition) {
  for (llvm::StringRef Operator : {" || ", " && "}) {
    std::vector<llvm::StringRef> Parts = operandsOf(Condition, Operator);
    if (Parts.size() == 1)
      continue;
    llvm::SmallVector<std::string> Kept;
    for (llvm::StringRef Part : Parts)
      if (std::string Text = withoutRepetition(Part);
          !llvm::is_contained(Kept, Text))
        Kept.push_back(Text);
    return llvm::join(Kept, Operator);
  }
  // The whole may be in parentheses.
  if (Condition.starts_with("(") && Condition.ends_with(")") &&
      operandsOf(Condition, ")").size() == 2)
    return "(" + withoutRepetition(Condition.drop_front().drop_back()) + ")";
  return Condition.str();
}

bool isSum(llvm::StringRef Text) {
  int Depth = 0;
  for (char C : Text) {
    Depth += (C == '(') - (C == ')');
    if (C == '+' && Depth == 0)
      return true;
  }
  return false;
}

std::string both(const std::string &A, const std::string &B) {
  if (A.empty() || B.empty())
    return A + B;
  const bool Or = llvm::StringRef(B).contains("||");
  return A + " && " + (Or ? "(" + B + ")" : B);
}

bool isUnsigned(llvm::StringRef Text) {
  return Text.contains("threadIdx.") || Text.contains("blockIdx.") ||
         Text.contains("blockDim.") || Text.contains("gridDim.");
}

std::string inParentheses(const std::string &Text) {
  bool Sum = Text.find(' ') != std::string::npos;
  return Sum ? "(" + Text + ")" : Text;
}

void replaceAll(std::string &In, const std::string &What,
                const std::string &By) {
  for (size_t At; (At = In.find(What)) != std::string::npos;)
    In.replace(At, What.size(), By);
}

std::string listOf(llvm::ArrayRef<const TileStage *> Tiles,
                   const KernelModel &Kernel) {
  std::vector<ArrayId> Arrays;
  for (const TileStage *T : Tiles)
    if (!llvm::is_contained(Arrays, T->Array))
      Arrays.push_back(T->Array);
  std::string Text;
  for (size_t I = 0; I < Arrays.size(); ++I) {
    if (I > 0)
      Text += I + 1 == Arrays.size() ? " and " : ", ";
    Text += Kernel.array(Arrays[I]).Name;
  }
  return Text;
}

/// Whether \p Type is arithmetic and spelled by keywords alone: `long long`.
static bool isSpelledByKeywords(llvm::StringRef Type) {
  static const std::set<llvm::StringRef> Words = {
      "float",    "double",   "int",      "unsigned", "signed",  "long",
      "short",    "char",     "bool",     "wchar_t",  "char8_t", "char16_t",
      "char32_t", "__int128", "_Complex", "_Bool"};
  llvm::SmallVector<llvm::StringRef> Parts;
  Type.split(Parts, ' ');
  return llvm::all_of(Parts,
                      [](llvm::StringRef Part) { return Words.count(Part); });
}

std::string zeroOf(llvm::StringRef ElementType) {
  if (isSpelledByKeywords(ElementType))
    return "0";
  if (ElementType.ends_with("*") || ElementType.contains("(*"))
    return "nullptr";
  return ElementType.str() + "()"; // of several words it would be no expression
}

Text unrolledHeader(llvm::StringRef Counter, int64_t End, int64_t Step) {
  std::string R = Counter.str();
  Text Header;
  append(Header,
         "#pragma unroll\nfor (int " + R + " = 0; " + R + " < " +
             std::to_string(End) + "; " +
             (Step == 1 ? "++" + R : R + " += " + std::to_string(Step)) + ")");
  return Header;
}

Text outputHeader(llvm::StringRef Counter, int64_t First, int64_t End,
                  bool Unroll) {
  const std::string R = Counter.str();
  Text Header;
  append(Header,
         std::string(Unroll ? "#pragma unroll\n" : "#pragma unroll 1\n") +
             "for (int " + R + " = " + std::to_string(First) + "; " + R +
             " < " + std::to_string(End) + "; ++" + R + ")");
  return Header;
}

bool isPerhapsNegative(const Polynomial &P, llvm::ArrayRef<Polynomial> Cells,
                       const KernelModel &K) {
  auto BeginsBelow = [](const LoopInfo &L) {
    return L.Step < 0 || L.Lower.constant().value_or(-1) < 0;
  };
  auto May = [&](const std::string &Symbol) {
    if (Symbol.size() == 2 && llvm::StringRef("tbBGO").contains(Symbol[0]))
      return false; // of a thread, a block or the grid
    if (llvm::any_of(Cells, [&](const auto &C) { return C.mentions(Symbol); }))
      return false;
    if (llvm::any_of(K.Parameters,
                     [&](const auto &P) { return P.Symbol == Symbol; }))
      return true;
    for (const LoopInfo &L : K.Loops)
      if (L.Symbol == Symbol)
        return BeginsBelow(L);
    return llvm::any_of(K.Loops, BeginsBelow); // a strip of one begins there
  };
  return llvm::any_of(P.terms(), [&](const auto &Term) {
    return Term.second < 0 || llvm::any_of(Term.first, May);
  });
}

} // namespace tessera
