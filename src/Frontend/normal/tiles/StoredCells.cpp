//===- StoredCells.cpp ----------------------------------------------------===//
//
//   float v = 0;
//   if (row < n)                  v                row < n ? a[row * n] : 0
//     v = a[row * n];       =>    tile[ty][tx]     row < n ? a[row * n] : 0
//   tile[ty][tx] = v;
//
// Variables have values over what is the same in the whole round: counters of
// the loops around, parameters, ids, and arrays that the kernel only reads.
//
//===----------------------------------------------------------------------===//
#include "normal/tiles/StoredCells.h"
#include "normal/Patterns.h"
#include "normal/tiles/TiledArrays.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

bool isBarrier(const StmtPtr &S) {
  return S->K == Stmt::Kind::Eval && S->Exprs[0]->is(Op::Call) &&
         S->Exprs[0]->Word == "__syncthreads" && S->Exprs[0]->Args.empty();
}

bool StoredCells::fail(llvm::StringRef Why, const ExprPtr &At) {
  if (Stays.Why.empty())
    Stays = {Why.str(), placeOf(At)};
  return false;
}

bool StoredCells::fail(llvm::StringRef Why, const StmtPtr &At) {
  if (Stays.Why.empty())
    Stays = {Why.str(), placeOf(At)};
  return false;
}

/// How many cells of \p Tile \p S names.
static unsigned uses(const StmtPtr &S, VarId Tile) {
  unsigned Count = 0;
  eachExpr(S, [&](const ExprPtr &Whole) {
    walk(Whole, [&](const Expr &E) {
      Count += E.is(Op::Name) && E.IsLocal && E.Scalar == Tile;
      return true;
    });
  });
  return Count;
}

/// Whether \p E may be another value in each thread of a block.
bool StoredCells::varies(const ExprPtr &E) const {
  bool Varies = false;
  walk(E, [&](const Expr &Each) {
    Varies |= Each.O == Op::Builtin && Each.Word[0] == 't';
    if (Each.O == Op::Scalar) {
      const ExprPtr Value = Known.valueOf(Each.Scalar);
      Varies |= Value ? varies(Value)
                      : Known.variesByThread(scalar(Each.Scalar, Each.Ty));
    }
    return !Varies;
  });
  return Varies;
}

/// Whether all threads of a block go through the same rounds of \p Loop, each
/// to its end.
bool StoredCells::isUniform(const StmtPtr &Loop) const {
  const std::optional<CountedLoop> Counted = countedLoop(K, *Loop);
  return Counted && !jumps(Loop->body()) &&
         llvm::all_of(
             std::array{Counted->First, Counted->Test, Counted->By},
             [&](const ExprPtr &E) { return isArithmetic(E) && !varies(E); });
}

StoredCells::StoredCells(const Kernel &K, const Offsets &Known,
                         const CellOwners &Cells,
                         const std::set<std::string> &Changing)
    : K(K), Known(Known), Cells(Cells), Changing(Changing) {
  for (const Function &F : K.Functions) {
    for (const Function::Parameter &P : F.Parameters)
      (P.IsObject ? ObjectsOfFunctions : OfFunctions).insert(P.Id);
    walk(F.Body, [&](const Stmt &S) {
      for (const Local &L : S.Locals) {
        if (L.Scalar)
          OfFunctions.insert(*L.Scalar);
        if (L.Other)
          ObjectsOfFunctions.insert(*L.Other);
      }
      return true;
    });
  }
}

bool StoredCells::find() {
  if (!inBlock(K.Body, {}, {}))
    return false;
  // A barrier that is not among all threads' own stays.
  bool Fine = true;
  walk(K.Body, [&](const Stmt &S) {
    for (const StmtPtr &Part : S.Body)
      if (Part && isBarrier(Part) && !Gone.count(Part))
        Fine = fail(S.K == Stmt::Kind::If
                        ? "a barrier stands under a condition"
                        : "a barrier is in a loop whose rounds are not known "
                          "to be the same in all threads",
                    Part);
    return Fine;
  });
  return Fine;
}

/// Finds the stores of \p Block, which all threads go through together.
bool StoredCells::inBlock(const StmtPtr &Block, std::set<VarId> Counters,
                          State At) {
  At.Cells.clear();
  for (const StmtPtr &S : Block->Body) {
    if (isBarrier(S)) {
      Gone.insert(S);
      continue;
    }
    if (S->K == Stmt::Kind::Block && llvm::any_of(S->Body, isBarrier)) {
      if (!inBlock(S, Counters, At))
        return false;
      std::erase_if(At.Values,
                    [&](const auto &V) { return assigns(S, V.first); });
      continue;
    }
    if (S->K == Stmt::Kind::For && S->body()->K == Stmt::Kind::Block &&
        isUniform(S)) {
      std::set<VarId> Inner = Counters;
      Inner.insert(*S->Body[0]->Locals[0].Scalar);
      std::erase_if(At.Values,
                    [&](const auto &V) { return assigns(S, V.first); });
      if (!inBlock(S->body(), Inner, At))
        return false;
      continue;
    }
    if (!follow(S, Counters, At, /*Nested=*/false))
      return false;
  }
  for (const auto &[Tile, Each] : At.Cells)
    if (!Stores.emplace(Tile, Each).second)
      return fail("'" + K.Others[Tile].Name + "' is stored at several places",
                  Block);
  return inOrder(Block, At.Cells, !Counters.empty());
}

/// \p E with the values that variables have.
ExprPtr StoredCells::valued(const ExprPtr &E, const State &At) const {
  return rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    if (Each->O != Op::Scalar)
      return nullptr;
    const auto Value = At.Values.find(Each->Scalar);
    return Value == At.Values.end() ? nullptr : Value->second;
  });
}

/// How many parts a value has at the most.
static constexpr unsigned MostLeaves = 256;

/// Goes on behind \p S.
///
/// \param Nested \p S is in a block or a branch of its own, whose names others
/// do not have.
bool StoredCells::follow(const StmtPtr &S, const std::set<VarId> &Counters,
                         State &At, bool Nested) {
  auto set = [&](VarId V, const ExprPtr &Value) {
    Obstacle Why;
    ExprPtr New = Value ? valued(Value, At) : nullptr;
    New = New && isPure(New) ? inWords(New) : nullptr;
    At.Values.erase(V);
    if (New && New->Ty == K.Scalars[V].Ty && leavesOf(New) <= MostLeaves &&
        isKnown(New, Counters, Why))
      At.Values[V] = New;
  };
  switch (S->K) {
  case Stmt::Kind::Declare:
    for (const Local &L : S->Locals)
      if (L.Scalar && Nested)
        Hidden.insert(*L.Scalar);
    for (const Local &L : S->Locals)
      if (L.Scalar && (Nested || !Known.valueOf(*L.Scalar)) &&
          !K.Scalars[*L.Scalar].Escapes)
        set(*L.Scalar, L.Init);
    return true;
  case Stmt::Kind::Block:
    return llvm::all_of(S->Body, [&](const StmtPtr &Each) {
      return follow(Each, Counters, At, true);
    });
  case Stmt::Kind::If: {
    State Then = At, Else = At;
    if (!follow(S->Body[0], Counters, Then, true) ||
        (S->Body.size() > 1 && S->Body[1] &&
         !follow(S->Body[1], Counters, Else, true)))
      return false;
    return merge(S, Counters, Then, Else, At);
  }
  case Stmt::Kind::Eval:
    if (const std::optional<Assignment> A = assignmentOf(K, S)) {
      set(A->To, A->Value);
      return true;
    }
    if (S->Exprs[0]->is(Op::Assign, "=") && cellOf(K, S->Exprs[0]->Args[0]) &&
        !isBarrier(S)) {
      Gone.insert(S);
      return store(S->Exprs[0], Counters, At);
    }
    break;
  default:
    break;
  }
  std::erase_if(At.Values, [&](const auto &V) { return assigns(S, V.first); });
  return true;
}

/// Stores by \p Assign, `tile[i] = x` or `tile[i] = other[j] = x`.
bool StoredCells::store(const ExprPtr &Assign, const std::set<VarId> &Counters,
                        State &At) {
  Cell To = *cellOf(K, Assign->Args[0]);
  const std::string Name = "'" + K.Others[To.Tile].Name + "'";
  ExprPtr Value = Assign->Args[1];
  if (const ExprPtr &Inner = unconverted(Value);
      Inner->is(Op::Assign, "=") && cellOf(K, Inner->Args[0])) {
    if (!store(Inner, Counters, At) || Inner->Ty != Assign->Ty)
      return fail(Name + " is stored with another type", Assign);
    Value = At.Cells.at(cellOf(K, Inner->Args[0])->Tile).Value;
  }
  Value = inWords(valued(Value, At));
  for (ExprPtr &Each : To.Subscripts)
    Each = valued(Each, At);
  Obstacle Why{"what " + Name + " gets is not followed", placeOf(Assign)};
  if (!Value || !isPure(Value) || leavesOf(Value) > MostLeaves ||
      !isKnown(Value, Counters, Why) || !llvm::all_of(To.Subscripts, isPure)) {
    Why.At = Why.At.size() == 0 ? placeOf(Assign) : Why.At;
    if (Stays.Why.empty())
      Stays = Why;
    return false;
  }
  if (!Cells.isInside(To))
    return fail("which cells of " + Name + " threads store is not followed",
                Assign->Args[0]);
  const auto Before = At.Cells.find(To.Tile);
  if (Before != At.Cells.end() && !isSame(Before->second.To, To))
    return fail("a thread stores several cells of " + Name, Assign);
  At.Cells[To.Tile] = {To, Value};
  return true;
}

static ExprPtr chosen(const ExprPtr &Test, const ExprPtr &A, const ExprPtr &B) {
  if (equal(*A, *B))
    return A;
  auto Select = std::make_shared<Expr>();
  Select->O = Op::Select;
  Select->Ty = A->Ty;
  Select->Args = {Test, inArm(A, B), inArm(B, A)};
  return Select;
}

/// Goes on behind \p If, whose test says which of two states it is.
bool StoredCells::merge(const StmtPtr &If, const std::set<VarId> &Counters,
                        const State &Then, const State &Else, State &Into) {
  const ExprPtr Test = valued(If->test(), Into);
  Obstacle Why;
  const bool Fine = isKnown(Test, Counters, Why);
  State Result;
  for (const auto &[V, A] : Then.Values)
    if (const auto B = Else.Values.find(V); B != Else.Values.end())
      if (equal(*A, *B->second) || Fine)
        Result.Values[V] = chosen(Test, A, B->second);
  std::set<VarId> Tiles;
  for (const State *Each : {&Then, &Else})
    for (const auto &[Tile, Stored] : Each->Cells)
      Tiles.insert(Tile);
  for (VarId Tile : Tiles) {
    const auto A = Then.Cells.find(Tile), B = Else.Cells.find(Tile);
    const std::string Name = "'" + K.Others[Tile].Name + "'";
    if (A == Then.Cells.end() || B == Else.Cells.end())
      return fail("not every thread stores its cell of " + Name, If);
    if (!isSame(A->second.To, B->second.To) ||
        A->second.Value->Ty != B->second.Value->Ty)
      return fail("a thread stores several cells of " + Name, If);
    if (!equal(*A->second.Value, *B->second.Value) && !Fine)
      return fail("the condition of a store to " + Name + " is not followed",
                  If->test());
    Result.Cells[Tile] = {A->second.To,
                          chosen(Test, A->second.Value, B->second.Value)};
  }
  Into = std::move(Result);
  return true;
}

/// How many stores to \p Tile that go \p S has.
static unsigned storesIn(const Kernel &K, const StmtPtr &S, VarId Tile,
                         const std::set<StmtPtr> &Gone) {
  unsigned Count = 0;
  auto count = [&](const StmtPtr &Each, auto &Self) -> void {
    if (!Each)
      return;
    if (Gone.count(Each) && !isBarrier(Each))
      for (ExprPtr E = Each->Exprs[0]; E->is(Op::Assign, "=");
           E = unconverted(E->Args[1]))
        if (const std::optional<Cell> To = cellOf(K, E->Args[0]))
          Count += To->Tile == Tile;
    for (const StmtPtr &Part : Each->Body)
      Self(Part, Self);
  };
  count(S, count);
  return Count;
}

/// Whether the tiles \p Own, which are stored right in \p Block, are used
/// nowhere else, behind a barrier, and in a loop behind another one before they
/// are stored again.
bool StoredCells::inOrder(const StmtPtr &Block, const Stored &Own,
                          bool InLoop) {
  const Statements &All = Block->Body;
  for (const auto &[Tile, Each] : Own) {
    const std::string Name = "'" + K.Others[Tile].Name + "'";
    size_t Start = All.size(), End = 0, First = All.size(), Last = 0;
    for (size_t I = 0; I != All.size(); ++I) {
      const unsigned Uses = uses(All[I], Tile),
                     Of = storesIn(K, All[I], Tile, Gone);
      if (Of > 0) {
        Start = std::min(Start, I);
        End = I;
      }
      if (Uses > Of) {
        First = std::min(First, I);
        Last = I;
      }
    }
    auto barrier = [&](size_t From, size_t To) {
      return std::any_of(All.begin() + From, All.begin() + To, isBarrier);
    };
    if (uses(Block, Tile) != uses(K.Body, Tile)) {
      StmtPtr Outside = Block;
      auto look = [&, Tile = Tile](const StmtPtr &S, auto &Self) -> void {
        if (!S || S == Block || uses(S, Tile) == 0)
          return;
        Outside = S;
        for (const StmtPtr &Part : S->Body)
          Self(Part, Self);
      };
      for (const StmtPtr &S : K.Body->Body)
        if (Block != K.Body && uses(S, Tile) != uses(Block, Tile))
          look(S, look);
      return fail(Name + " is used outside the block that stores it", Outside);
    }
    if (First == All.size())
      continue;
    if (First <= End)
      return fail(Name + " is read before all of it is stored", All[First]);
    if (!barrier(End, First))
      return fail("no barrier stands between the store to " + Name +
                      " and this use",
                  All[First]);
    if (InLoop && !barrier(Last, All.size()) && !barrier(0, Start))
      return fail("no barrier stands between this use of " + Name +
                      " and the next round's store",
                  All[Last]);
  }
  return true;
}

/// Whether nothing else of the kernel has the name of \p E.
bool StoredCells::isNamedAlone(const Expr &E) const {
  const bool IsObject = E.O == Op::Name && E.IsLocal;
  const llvm::StringRef Name =
      E.O == Op::Scalar ? llvm::StringRef(K.Scalars[E.Scalar].Name)
      : IsObject        ? llvm::StringRef(K.Others[E.Scalar].Name)
                        : E.Far;
  unsigned Named = 0;
  for (VarId V = 0; V != K.Scalars.size(); ++V)
    Named += K.Scalars[V].Name == Name && !OfFunctions.count(V);
  for (VarId V = 0; V != K.Others.size(); ++V)
    Named += K.Others[V].Name == Name && !ObjectsOfFunctions.count(V);
  return Named <= (E.O == Op::Scalar || IsObject ? 1 : 0);
}

/// Whether \p E is the same as long as \p Counters, those of the loops around,
/// are, and means that in inner blocks, too.
bool StoredCells::isKnown(const ExprPtr &E, const std::set<VarId> &Counters,
                          Obstacle &Why) const {
  bool Is = true;
  auto because = [&](bool Holds, const Expr &Part, llvm::StringRef Said) {
    if (Is && !Holds)
      Why = {Said.str(), Part.Text.empty() ? Why.At : Part.Text.range()};
    Is &= Holds;
  };
  if (!isPure(E))
    because(false, *E, "what is stored to a tile does more than compute");
  walk(E, [&](const Expr &Each) {
    if (!Is)
      return false;
    if (Each.O == Op::Element) {
      const Expr &Of = arrayIn(Each);
      const bool IsCell =
          Of.O == Op::Name && Of.IsLocal && K.Others[Of.Scalar].IsShared;
      because(!IsCell, Each,
              "what is stored to a tile is made of cells of tiles");
      const std::optional<std::string> Array = arrayOf(K, Known, Each);
      because(Array && !Changing.count(*Array), Each,
              Array ? "what is stored to a tile is read from an array that the "
                      "kernel writes"
                    : "which array is read for a tile is not followed");
    }
    if (Each.O == Op::Member && Each.Pure) {
      const Expr &Of = shown(*Each.Args[0]);
      because(Of.O == Op::Name && isNamedAlone(Of), Each,
              "a member has the name of something else");
      return false;
    }
    if (Each.O == Op::Name && Each.IsLocal)
      because(false, Each,
              "what is stored to a tile is made of the thread's own array or "
              "object");
    else if (Each.O == Op::Name)
      because(Each.Far.empty() || isNamedAlone(Each), Each,
              "a name has several meanings");
    if (Each.O != Op::Scalar)
      return Is;
    const Scalar &S = K.Scalars[Each.Scalar];
    const std::string Name = "'" + S.Stem + "'";
    because(!S.Escapes && !Hidden.count(Each.Scalar), Each,
            Name + " is used where that is not followed");
    because(isNamedAlone(Each), Each,
            Name + " is the name of several variables");
    if (S.IsParameter)
      because(!assigns(K.Body, Each.Scalar), Each,
              Name + " gets several values");
    else if (Is && !Counters.count(Each.Scalar)) {
      const ExprPtr Value = Known.valueOf(Each.Scalar);
      because(Value && (typeName(*Each.Ty) || Value->Ty == Each.Ty), Each,
              Name + " gets several values");
      Is = Is && isKnown(Value, Counters, Why);
    }
    return Is;
  });
  return Is;
}

} // namespace tessera
