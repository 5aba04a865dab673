//===- WindowMoves.cpp - Between arrays and windows of registers ----------===//
#include "registers/WindowMoves.h"
#include "tessera/Plan/Registers.h"
#include "tessera/Transform/TileText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// So many rows with ends take fewer lines with a function for them.
constexpr unsigned ManyRows = 2;

/// `r + 1`
static std::string sum(const std::string &Counter, int64_t More) {
  return Counter + (More > 0   ? " + " + std::to_string(More)
                    : More < 0 ? " - " + std::to_string(-More)
                               : "");
}

/// The only statement of \p N, if it is a block of one.
static NodePtr withoutBraces(const NodePtr &N) {
  return N->K == Node::Kind::Block && N->Children.size() == 1
             ? N->Children.front()
             : N;
}

WindowMoves::WindowMoves(const OutputText &Text, const NodePtr &Body,
                         const KernelPlan &Plan, NameScope &Names)
    : Text(Text), Body(Body), K(Text.K), Plan(Plan), Path(*Plan.Interior),
      Names(Names) {
  for (const RegisterWindow &W : Path.Windows)
    for (const auto *Moves : {&W.Loads, &W.Stores})
      for (const RegisterMove &M : *Moves)
        if (M.Width > 1 && M.Guarded && !Path.Ends.empty())
          ++Rows[{{K.array(W.Array).NumberType, M.Width}, M.Member}];
}

std::string WindowMoves::cell(const RegisterWindow &W, const std::string &Row,
                              const std::string &Column) {
  return W.Name + (W.Rows > 1 ? "[" + Row + "]" : "") +
         (W.Rows > 1 && W.Columns == 1 ? "" : "[" + Column + "]");
}

NodePtr WindowMoves::declare(const RegisterWindow &W) const {
  const ArrayInfo &A = K.array(W.Array);
  return serving(
      makeLeaf(alignedFor(W.Vector, A.ElementBytes) + A.ElementType + " " +
               cell(W, std::to_string(W.Rows), std::to_string(W.Columns)) +
               ";"),
      K.access(W.Uses.front().Access).Source);
}

std::vector<NodePtr> WindowMoves::functions() const { return Functions; }

std::vector<NodePtr> withSharedLoops(llvm::ArrayRef<NodePtr> Loads) {
  std::vector<NodePtr> Result;
  auto Inside = [](const NodePtr &Loop) {
    return OutputText::statementsOf(Loop->Children.front());
  };
  auto Declares = [&](const NodePtr &Loop) {
    return llvm::any_of(Inside(Loop),
                        [](const NodePtr &N) { return !N->Declared.empty(); });
  };
  for (const NodePtr &N : Loads) {
    auto Same = llvm::find_if(Result, [&](const NodePtr &Other) {
      return N->K == Node::Kind::Loop && Other->K == N->K &&
             spell(Other->Head) == spell(N->Head) && !Declares(N) &&
             !Declares(Other);
    });
    if (Same == Result.end()) {
      Result.push_back(N);
      continue;
    }
    std::vector<NodePtr> Both(Inside(*Same));
    llvm::append_range(Both, Inside(N));
    *Same = withChildren(**Same, {makeBlock(std::move(Both))});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Which moves share loops
//===----------------------------------------------------------------------===//

/// The outputs of \p M, of which the first along the columns stands for all.
OutputText WindowMoves::nestOf(const RegisterMove &M) const {
  OutputText Nest = Text;
  if (Path.RowAxis)
    Nest.Ranges[*Path.RowAxis] = {M.First, M.Outputs};
  if (Path.ColumnAxis)
    Nest.Ranges[*Path.ColumnAxis] = {M.Member, 1};
  Nest.Counters = byName(M.Counters);
  return Nest;
}

/// Whether \p M needs no variables that are declared for its outputs.
bool WindowMoves::isFree(const RegisterMove &M) const {
  std::set<unsigned> Used;
  const OutputText Nest = nestOf(M);
  Nest.addVariables(find(M.Access)->Parts, Used);
  return Nest.indexVariables(Used).empty();
}

void WindowMoves::add(const RegisterWindow &W, std::vector<RegisterMove> Moves,
                      bool IsStore, std::vector<NodePtr> &Into) {
  const bool HasEnds = !Path.Ends.empty();
  auto Outputs = [&](const RegisterMove &M) {
    const bool Ends = M.Guarded && HasEnds;
    return std::tuple(M.First, M.Outputs, Ends,
                      Ends || !isFree(M) ? M.Member : 0);
  };
  auto Place = [&](const RegisterMove &M) {
    return std::tuple(Outputs(M), M.Row, M.Column);
  };
  llvm::sort(Moves, [&](const RegisterMove &A, const RegisterMove &B) {
    return Place(A) < Place(B);
  });
  for (size_t I = 0; I < Moves.size();) {
    const RegisterMove &First = Moves[I];
    const OutputText Around = nestOf(First);
    std::vector<NodePtr> Statements;
    std::set<unsigned> Used;
    const size_t Begin = I;
    for (; I < Moves.size() && Outputs(Moves[I]) == Outputs(First) &&
           (Moves[I].Counters == First.Counters ||
            !dependsOn(Used, First.Counters));
         ++I) {
      const OutputText Nest = nestOf(Moves[I]);
      const Piece *Access = find(Moves[I].Access);
      std::set<unsigned> More = Used;
      Nest.addVariables(Access->Parts, More);
      if (I > Begin && Nest.haveSameName(More))
        break;
      Used = std::move(More);
      Statements.push_back(
          move(W, Moves[I], Nest.fill(Access->Parts), IsStore));
    }
    if (Counter.empty())
      Counter = Names.fresh("v");
    NodePtr Loops =
        Around.loops(Around.indexVariables(Used), rolled(Statements, Counter));
    const llvm::ArrayRef<RegisterMove> Added =
        llvm::ArrayRef(Moves).slice(Begin, I - Begin);
    const bool ByFunction = llvm::all_of(Added, [&](const RegisterMove &M) {
      auto It =
          RowNames.find({{K.array(W.Array).ElementType, M.Width}, M.Member});
      return It != RowNames.end() && !It->second.empty();
    });
    if (First.Guarded && HasEnds && !ByFunction) {
      Loops = makeIfElse(llvm::join(WholeRows, " && "), withoutBraces(Loops),
                         withoutBraces(guarded(W, Added, IsStore)));
    }
    if (Loops->K == Node::Kind::Block &&
        llvm::all_of(Loops->Children,
                     [](const NodePtr &N) { return N->Declared.empty(); }))
      llvm::append_range(Into, Loops->Children);
    else
      Into.push_back(std::move(Loops));
  }
}

void WindowMoves::slide(const RegisterWindow &W, std::vector<NodePtr> &Into) {
  const auto [Row, Column] = *W.Slides;
  std::map<int64_t, std::set<int64_t>> Cells; // what moves on, by row
  for (const RegisterMove &M : W.Starts)
    for (int64_t R = 0; R < M.Outputs; ++R)
      Cells[M.Row + M.First + R].insert(M.Column);
  if (Counter.empty())
    Counter = Names.fresh("v");
  auto Moved = [&](const std::string &To, const std::string &From, int64_t C) {
    return serving(makeLeaf(cell(W, To, std::to_string(C - Column)) + " = " +
                            cell(W, From, std::to_string(C)) + ";"),
                   K.access(W.Uses.front().Access).Source);
  };
  auto InRow = [&](const std::set<int64_t> &Columns, const std::string &To,
                   const std::string &From) {
    std::vector<NodePtr> Statements;
    for (int64_t C : Columns)
      Statements.push_back(Moved(To, From, C));
    if (Column < 0)
      std::reverse(Statements.begin(), Statements.end());
    return Statements;
  };
  const int64_t First = Cells.begin()->first, Last = Cells.rbegin()->first;
  const bool Alike = llvm::all_of(Cells, [&](const auto &In) {
    return In.second == Cells.begin()->second;
  });
  if (Row >= 0 && Alike && int64_t(Cells.size()) == Last - First + 1 &&
      Cells.size() > ManyRows) {
    Into.push_back(makeLoop(
        unrolledHeader(Counter, Cells.size()),
        makeBlock(InRow(Cells.begin()->second, sum(Counter, First - Row),
                        sum(Counter, First)))));
    return;
  }
  std::vector<NodePtr> Statements;
  for (const auto &[R, Columns] : Cells) {
    std::vector<NodePtr> Own =
        InRow(Columns, std::to_string(R - Row), std::to_string(R));
    Statements.insert(Row < 0 ? Statements.begin() : Statements.end(),
                      Own.begin(), Own.end());
  }
  llvm::append_range(Into, rolled(Statements, Counter));
}

bool WindowMoves::dependsOn(const std::set<unsigned> &Used,
                            const CounterValues &Counters) const {
  bool Found = false;
  for (const OutputVariable *V : Text.indexVariables(Used))
    Text.eachHole(V->Declared.Initializer, [&](const Piece &P) {
      for (const auto &[L, Value] : Counters)
        Found |= P.K == Piece::Kind::Scalar && P.Spelling == K.loop(L).Name;
    });
  return Found;
}

std::map<std::string, Text>
WindowMoves::byName(const CounterValues &Counters) const {
  std::map<std::string, tessera::Text> Values;
  for (const auto &[L, Value] : Counters)
    Values[K.loop(L).Name] = Value.Spelled;
  return Values;
}

//===----------------------------------------------------------------------===//
// Ends of rows
//===----------------------------------------------------------------------===//

/// The condition that the output of \p Nest is inside, whose variables are
/// added to \p Used.
std::string WindowMoves::insideOf(const OutputText &Nest,
                                  std::set<unsigned> &Used) const {
  std::vector<std::string> Inside;
  for (unsigned I : Path.Ends) {
    const tessera::Text &Condition = Path.Tests[I].OneOf[0].Condition;
    Nest.addVariables(Condition, Used);
    std::string One = tidy(spell(Nest.fill(Condition)));
    if (!llvm::is_contained(Inside, One))
      Inside.push_back(std::move(One));
  }
  return llvm::join(Inside, " && ");
}

/// What \p Moves, of the same outputs, move, but for columns outside.
NodePtr WindowMoves::guarded(const RegisterWindow &W,
                             llvm::ArrayRef<RegisterMove> Moves,
                             bool IsStore) const {
  const RegisterMove &First = Moves.front();
  OutputText Nest = nestOf(First);
  Nest.Counters.clear();
  Nest.Ranges[*Path.ColumnAxis] = {First.Member, First.Width};
  const std::string Column = Plan.Coarsen[*Path.ColumnAxis].Counter;
  std::vector<NodePtr> Statements;
  std::set<unsigned> Used;
  for (const RegisterMove &M : Moves) {
    const Piece *Access = find(M.Access);
    Nest.addVariables(Access->Parts, Used);
    RegisterMove One = M;
    One.Width = 1;
    Statements.push_back(scalar(W, One, Nest.fill(Access->Parts), IsStore,
                                First.Width > 1 ? Column : ""));
  }
  const std::string Inside = insideOf(Nest, Used);
  return Nest.loops(Nest.indexVariables(Used), {makeIf(Inside, Statements)});
}

//===----------------------------------------------------------------------===//
// One move
//===----------------------------------------------------------------------===//

/// The register of \p M.
/// \param Output what numbers the outputs along the columns' axis, where there
///        is a loop over them.
std::string WindowMoves::registerOf(const RegisterWindow &W,
                                    const RegisterMove &M,
                                    const std::string &Output) const {
  const std::string Counter =
      M.Outputs > 1 ? Plan.Coarsen[*Path.RowAxis].Counter : "";
  const int64_t Row = M.Row + (M.Outputs > 1 ? 0 : M.First);
  const std::string RowText =
      Counter.empty() ? std::to_string(Row) : sum(Counter, Row);
  return cell(W, RowText,
              Output.empty() ? std::to_string(M.Column)
                             : sum(Output, M.Column - M.Member));
}

NodePtr WindowMoves::assign(const RegisterMove &M, const std::string &Cell,
                            const std::string &Place, bool IsStore) const {
  return serving(
      makeLeaf((IsStore ? Place + " = " + Cell : Cell + " = " + Place) + ";"),
      K.access(M.Access).Source);
}

NodePtr WindowMoves::scalar(const RegisterWindow &W, const RegisterMove &M,
                            const tessera::Text &Element, bool IsStore,
                            const std::string &Output) const {
  return assign(M, registerOf(W, M, Output), tidy(spell(Element)), IsStore);
}

NodePtr WindowMoves::move(const RegisterWindow &W, const RegisterMove &M,
                          const tessera::Text &Element, bool IsStore) {
  if (M.Width == 1)
    return scalar(W, M, Element, IsStore);
  const Vector V{K.array(W.Array).NumberType, M.Width};
  const std::string Type = typeOf(V);
  const std::string Cell = registerOf(W, M);
  auto Pointer = [&](bool Const, const std::string &To) {
    return "reinterpret_cast<" + std::string(Const ? "const " : "") + Type +
           " *>(" + To + ")";
  };
  // A load with a hint remains one.
  bool Hinted = false;
  const tessera::Text Load =
      fillHoles(Element, [&](const Piece &P) -> std::optional<tessera::Text> {
        if (P.K != Piece::Kind::Operand || P.Id != M.Access.Index ||
            P.Spelling != "address")
          return std::nullopt;
        Hinted = true;
        return tessera::Text{
            Piece::verbatim(Pointer(true, tidy(spell(P.Parts))))};
      });
  if (Hinted)
    return assign(M, "*" + Pointer(IsStore, "&" + Cell), tidy(spell(Load)),
                  IsStore);
  const std::string Place = tidy(spell(Element));
  const std::string &To = IsStore ? Place : Cell;
  const std::string &From = IsStore ? Cell : Place;
  const std::string Function =
      M.Guarded && !Path.Ends.empty() ? rowFunction(V, M) : "";
  return serving(makeLeaf(Function.empty()
                              ? copyOfVector(Type, "&" + To, "&" + From)
                              : Function + "(&" + To + ", &" + From + ");"),
                 K.access(M.Access).Source);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

std::string WindowMoves::typeOf(const Vector &V) const {
  return typeName(K, vectorType(V.first, V.second));
}

std::string WindowMoves::parametersOf(const Vector &V) const {
  return V.first + " *to, const " + V.first + " *from";
}

/// The name of what moves a vector at an end of a row, or the outputs inside;
/// empty where that takes more lines.
std::string WindowMoves::rowFunction(const Vector &V, const RegisterMove &M) {
  auto [It, New] = RowNames.try_emplace({V, M.Member});
  if (!New)
    return It->second;
  OutputText Nest = nestOf(M);
  Nest.Ranges[*Path.ColumnAxis] = {M.Member, M.Width};
  if (Path.RowAxis)
    Nest.Ranges[*Path.RowAxis] = {0, 1};
  std::set<unsigned> Used;
  const std::string Inside = insideOf(Nest, Used);
  if (Rows[{V, M.Member}] < ManyRows || !Nest.indexVariables(Used).empty())
    return "";
  const std::string Column =
      "[" + sum(Plan.Coarsen[*Path.ColumnAxis].Counter, -M.Member) + "]";
  const NodePtr OneByOne = withoutBraces(Nest.loops(
      {},
      {makeIf(Inside, {makeLeaf("to" + Column + " = from" + Column + ";")})}));
  const NodePtr Whole = makeLeaf(copyOfVector(typeOf(V), "to", "from"));
  It->second = Names.fresh("copyRow");
  Functions.push_back(makeFunction(
      It->second, parametersOf(V),
      {makeIfElse(llvm::join(WholeRows, " && "), Whole, OneByOne)}));
  return It->second;
}

/// The hole of \p Id.
const Piece *WindowMoves::find(AccessId Id) const {
  const Piece *Found = nullptr;
  auto Search = [&](auto &&Self, const tessera::Text &T) -> void {
    for (const Piece &P : T) {
      if (P.K == Piece::Kind::Access && P.Id == Id.Index)
        Found = &P;
      Self(Self, P.Parts);
      Self(Self, P.Expanded);
    }
  };
  walk(Body, [&](const NodePtr &N) { Search(Search, N->Head); });
  return Found;
}

} // namespace tessera
