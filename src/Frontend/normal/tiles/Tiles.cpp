//===- Tiles.cpp - What the cells of a program's own tiles are ------------===//
//
//   in blocks of 16 x 16:
//
//   for (t ..) {                              for (t ..)
//     tile[ty][tx] = a[row * n + 16 * t + tx];  for (k = 0; k < 16; ++k)
//     __syncthreads();                   =>       sum += a[row * n + 16 * t +
//     k]; for (k = 0; k < 16; ++k)
//       sum += tile[ty][k];
//     __syncthreads();
//   }
//
// Each cell has one thread that stores it, and between two barriers it is what
// that thread has computed. All tiles of the kernel go, or none.
//
//===----------------------------------------------------------------------===//
#include "normal/Offsets.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "normal/tiles/UntiledLoops.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

/// What a thread stores to its cell.
struct Store {
  Cell To;
  ExprPtr Value;
};

class OwnTiles {
public:
  OwnTiles(Kernel &K, const LaunchFacts &Facts)
      : K(K), Facts(Facts), Known(K), Cells(K, Facts, Known) {}

  StmtPtr run();

private:
  std::optional<Cell> cellOf(const ExprPtr &E) const;
  bool mayGo();
  bool isUniform(const StmtPtr &Loop) const;
  std::optional<Store> storeIn(const StmtPtr &S) const;
  bool visit(const StmtPtr &Block, const std::set<VarId> &Counters);
  bool inOrder(const StmtPtr &Block, bool InLoop) const;
  bool isKnown(const ExprPtr &E, const std::set<VarId> &Counters) const;
  bool isNamedAlone(const Expr &E) const;
  bool usesAny(const ExprPtr &E, const Thread &Ids) const;
  ExprPtr of(const Thread &Ids, const ExprPtr &E) const;
  ExprPtr valueOf(const Cell &Read, TypePtr Ty) const;
  bool readsByThread(const StmtPtr &Body) const;

  Kernel &K;
  const LaunchFacts &Facts;
  const Offsets Known;
  const TileCells Cells;
  std::map<VarId, Store> Stores;
  std::set<StmtPtr> Gone; ///< stores and barriers
};

} // namespace

static bool isBarrier(const StmtPtr &S) {
  return S->K == Stmt::Kind::Eval && S->Exprs[0]->is(Op::Call) &&
         S->Exprs[0]->Word == "__syncthreads" && S->Exprs[0]->Args.empty();
}

/// The cell of a tile that \p E is.
std::optional<Cell> OwnTiles::cellOf(const ExprPtr &E) const {
  if (E->O != Op::Element || E->Args.size() != 2 || !E->Ty->isArithmetic())
    return std::nullopt;
  Cell Result;
  const Expr *At = E.get();
  while (At->O == Op::Element && At->Args.size() == 2) {
    Result.Subscripts.insert(Result.Subscripts.begin(), At->Args[1]);
    At = &shown(*At->Args[0]);
  }
  if (At->O != Op::Name || !At->IsLocal || !K.Others[At->Scalar].IsShared ||
      K.Others[At->Scalar].Escapes)
    return std::nullopt;
  Result.Tile = At->Scalar;
  return Result;
}

/// What the element \p E, which is no tile's, is one of: a name; nothing if
/// that is not known.
static std::optional<std::string> arrayOf(const Kernel &K, const Expr &E) {
  const Expr &Of = arrayIn(E);
  if (Of.O == Op::Scalar && K.Scalars[Of.Scalar].IsParameter &&
      !assigns(K.Body, Of.Scalar) && !Of.Ty->Volatile)
    return K.Scalars[Of.Scalar].Name;
  if (Of.O == Op::Name && !Of.IsLocal && !Of.Far.empty())
    return "::" + Of.Far;
  return std::nullopt;
}

/// Whether the kernel does nothing but what is understood here: no jumps, no
/// exchange between threads other than by tiles, and no array that it reads and
/// writes.
bool OwnTiles::mayGo() {
  if (jumps(K.Body))
    return false;
  bool Fine = true, Any = false;
  std::set<std::string> Read, Written;
  walk(K.Body, [&](const Stmt &S) {
    Fine &= S.K != Stmt::Kind::Opaque && S.K != Stmt::Kind::While &&
            S.K != Stmt::Kind::Do && S.K != Stmt::Kind::Return;
    return Fine;
  });
  std::set<const Expr *> Inner, Targets;
  eachExpr(K.Body, [&](const ExprPtr &Whole) {
    walk(Whole, [&](const Expr &E) {
      const bool Barrier = E.is(Op::Call) && E.Word == "__syncthreads";
      Fine &= E.O != Op::Opaque && E.O != Op::Address &&
              !E.is(Op::Assign, "&") && (E.O != Op::Call || E.Pure || Barrier);
      if (E.O == Op::Assign && E.Args[0]->O == Op::Element)
        Targets.insert(E.Args[0].get());
      if (E.O == Op::Element)
        Inner.insert(&shown(*E.Args[0]));
      return Fine;
    });
    walk(Whole, [&](const Expr &E) {
      if (E.is(Op::Name) && E.IsLocal && K.Others[E.Scalar].IsShared) {
        Fine &= Inner.count(&E) > 0;
        Any = true;
      }
      if (E.O != Op::Element || Inner.count(&E))
        return Fine;
      if (const Expr &Of = arrayIn(E); Of.O == Op::Name && Of.IsLocal)
        return Fine; // a tile, or an array of the thread's own
      const std::optional<std::string> Array = arrayOf(K, E);
      Fine &= Array.has_value();
      if (Array)
        (Targets.count(&E) ? Written : Read).insert(*Array);
      return Fine;
    });
  });
  for (const std::string &Array : Written)
    Fine &= !Read.count(Array);
  return Fine && Any;
}

/// Whether all threads of a block go through the same rounds of \p Loop, each
/// to its end.
bool OwnTiles::isUniform(const StmtPtr &Loop) const {
  const std::optional<CountedLoop> Counted = countedLoop(K, *Loop);
  return Counted && !jumps(Loop->body()) &&
         llvm::all_of(std::array{Counted->First, Counted->Test, Counted->By},
                      [&](const ExprPtr &E) {
                        return isArithmetic(E) && !Known.variesByThread(E);
                      });
}

/// The store to a tile that \p S is: of `if (c) tile[i] = x; else tile[i] = y;`
/// that of `c ? x : y`.
std::optional<Store> OwnTiles::storeIn(const StmtPtr &S) const {
  if (S->K == Stmt::Kind::Eval && S->Exprs[0]->is(Op::Assign, "=")) {
    const std::optional<Cell> To = cellOf(S->Exprs[0]->Args[0]);
    return To ? std::optional(Store{*To, S->Exprs[0]->Args[1]}) : std::nullopt;
  }
  if (S->K != Stmt::Kind::If || S->Body.size() != 2 || !S->Body[1])
    return std::nullopt;
  const Statements Then = statementsOf(S->Body[0]),
                   Else = statementsOf(S->Body[1]);
  if (Then.size() != 1 || Else.size() != 1)
    return std::nullopt;
  const std::optional<Store> A = storeIn(Then[0]), B = storeIn(Else[0]);
  if (!A || !B || A->To.Tile != B->To.Tile || A->Value->Ty != B->Value->Ty ||
      !llvm::equal(
          A->To.Subscripts, B->To.Subscripts,
          [](const ExprPtr &I, const ExprPtr &J) { return equal(*I, *J); }))
    return std::nullopt;
  auto Select = std::make_shared<Expr>();
  Select->O = Op::Select;
  Select->Ty = A->Value->Ty;
  Select->Args = {S->test(), inArm(A->Value, B->Value),
                  inArm(B->Value, A->Value)};
  return Store{A->To, Select};
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

/// Finds the stores of \p Block, which all threads go through together.
bool OwnTiles::visit(const StmtPtr &Block, const std::set<VarId> &Counters) {
  for (const StmtPtr &S : Block->Body) {
    if (isBarrier(S))
      Gone.insert(S);
    if (const std::optional<Store> New = storeIn(S)) {
      Gone.insert(S);
      if (!isKnown(New->Value, Counters) ||
          !llvm::all_of(New->To.Subscripts, isPure) ||
          !Stores.emplace(New->To.Tile, *New).second)
        return false;
    }
    if (S->K == Stmt::Kind::Block && !visit(S, Counters))
      return false;
    // What is in other loops is not gone: see run().
    if (S->K != Stmt::Kind::For || S->body()->K != Stmt::Kind::Block ||
        !isUniform(S))
      continue;
    std::set<VarId> Inner = Counters;
    Inner.insert(*S->Body[0]->Locals[0].Scalar);
    if (!visit(S->body(), Inner))
      return false;
  }
  return inOrder(Block, !Counters.empty());
}

/// Whether tiles that are stored right in \p Block are used nowhere else,
/// behind a barrier, and in a loop behind another one before they are stored
/// again.
bool OwnTiles::inOrder(const StmtPtr &Block, bool InLoop) const {
  const Statements &All = Block->Body;
  for (size_t At = 0; At != All.size(); ++At) {
    const std::optional<Store> Stored = storeIn(All[At]);
    if (!Stored)
      continue;
    const VarId Tile = Stored->To.Tile;
    size_t First = All.size(), Last = 0;
    for (size_t I = 0; I != All.size(); ++I)
      if (I != At && uses(All[I], Tile) > 0) {
        First = std::min(First, I);
        Last = I;
      }
    auto barrier = [&](size_t From, size_t To) {
      return std::any_of(All.begin() + From, All.begin() + To, isBarrier);
    };
    if (uses(Block, Tile) != uses(K.Body, Tile) || First < At ||
        !barrier(At, First) ||
        (InLoop && First < All.size() && !barrier(Last, All.size()) &&
         !barrier(0, At)))
      return false;
  }
  return true;
}

/// Whether nothing else of the kernel has the name of \p E.
bool OwnTiles::isNamedAlone(const Expr &E) const {
  const llvm::StringRef Name =
      E.O == Op::Scalar ? llvm::StringRef(K.Scalars[E.Scalar].Name) : E.Far;
  size_t Others = E.O != Op::Scalar || Name.empty() ? 0 : 1;
  for (const Scalar &S : K.Scalars)
    if (S.Name == Name && Others-- == 0)
      return false;
  return llvm::none_of(K.Others,
                       [&](const Object &O) { return O.Name == Name; });
}

/// Whether \p E is the same as long as \p Counters, those of the loops around,
/// are, and means that in inner blocks, too.
bool OwnTiles::isKnown(const ExprPtr &E,
                       const std::set<VarId> &Counters) const {
  bool Is = isPure(E);
  walk(E, [&](const Expr &Each) {
    if (Each.O == Op::Name)
      Is &= !Each.IsLocal && (Each.Far.empty() || isNamedAlone(Each));
    if (Each.O != Op::Scalar)
      return Is;
    const Scalar &S = K.Scalars[Each.Scalar];
    Is &= !S.Escapes && isNamedAlone(Each);
    if (S.IsParameter)
      Is &= !assigns(K.Body, Each.Scalar);
    else if (!Counters.count(Each.Scalar)) {
      const ExprPtr Value = Known.valueOf(Each.Scalar);
      Is &= Value && typeName(*Each.Ty) && isKnown(Value, Counters);
    }
    return Is;
  });
  return Is;
}

/// Whether \p E is made of an id that \p Ids has another for.
bool OwnTiles::usesAny(const ExprPtr &E, const Thread &Ids) const {
  bool Uses = false;
  walk(E, [&](const Expr &Each) {
    if (Each.O == Op::Builtin && Each.Word[0] == 't')
      Uses |= Ids[unsigned(Each.Word[1] - 'x')] != nullptr;
    if (Each.O == Op::Scalar)
      if (const ExprPtr Value = Known.valueOf(Each.Scalar))
        Uses |= usesAny(Value, Ids);
    return !Uses;
  });
  return Uses;
}

/// \p E with its conversions in words, as it stands where nothing converts it;
/// null if there are no such words.
static ExprPtr inWords(const ExprPtr &E) {
  if (!E->is(Op::Cast) || !E->Implicit)
    return E;
  const ExprPtr Of = inWords(E->Args[0]);
  const std::optional<std::string> Name = typeName(*E->Ty);
  if (!Of || !Name)
    return nullptr;
  if (Of->Ty == E->Ty)
    return Of;
  auto Result = std::make_shared<Expr>();
  Result->O = Op::Cast;
  Result->Ty = E->Ty;
  Result->Word = *Name;
  Result->Args = {Of};
  return Result;
}

/// \p E in the thread \p Ids; null if it has no words.
ExprPtr OwnTiles::of(const Thread &Ids, const ExprPtr &E) const {
  bool Fails = false;
  const ExprPtr Result = rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    if (Each->O == Op::Scalar && usesAny(Each, Ids)) {
      const ExprPtr Value = of(Ids, Known.valueOf(Each->Scalar));
      Fails |= !Value;
      return Value ? converted(Value, Each->Ty) : nullptr;
    }
    if (Each->O != Op::Builtin || Each->Word[0] != 't')
      return nullptr;
    const ExprPtr &Id = Ids[unsigned(Each->Word[1] - 'x')];
    return Id ? converted(Id, Each->Ty) : nullptr;
  });
  return Fails ? nullptr : inWords(Result);
}

/// What the cell \p Read is; null if that is not known.
ExprPtr OwnTiles::valueOf(const Cell &Read, TypePtr Ty) const {
  const auto Stored = Stores.find(Read.Tile);
  if (Stored == Stores.end())
    return nullptr;
  std::optional<Thread> By = Cells.threadOf(Read, Stored->second.To);
  if (!By)
    return nullptr;
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    if ((*By)[Axis] &&
        (*By)[Axis]->is(Op::Builtin, std::string{'t', char('x' + Axis)}))
      (*By)[Axis] = nullptr; // the reading thread's own
  const ExprPtr Value = of(*By, Stored->second.Value);
  return !Value || Value->Ty == Ty ? Value
         : typeName(*Ty)           ? converted(Value, Ty)
                                   : nullptr;
}

/// Whether each thread asks for itself whether it reads an element: the tile
/// has asked once. Measured on an H200: products with tests of rows and columns
/// in each round take 1.2 to 2.2 times as long as the user's tiles.
bool OwnTiles::readsByThread(const StmtPtr &Body) const {
  bool Asks = false;
  eachExpr(Body, [&](const ExprPtr &Whole) {
    walk(Whole, [&](const Expr &E) {
      if (E.O != Op::Select || !Known.variesByThread(E.Args[0]))
        return !Asks;
      for (const ExprPtr &Arm : llvm::drop_begin(E.Args))
        walk(Arm, [&](const Expr &Each) {
          Asks |= Each.O == Op::Element;
          return !Asks;
        });
      return !Asks;
    });
  });
  return Asks;
}

StmtPtr OwnTiles::run() {
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    if (!Facts.block(Axis))
      return K.Body;
  if (Facts.HidesIds || !mayGo() || !visit(K.Body, {}) || Stores.empty())
    return K.Body;
  const StmtPtr Before = K.Body;
  bool Fails = false;
  // A barrier, or a store, that is not among all threads' own stays.
  walk(Before, [&](const Stmt &S) {
    for (const StmtPtr &Part : S.Body)
      if (Part && isBarrier(Part))
        Fails |= !Gone.count(Part);
    return !Fails;
  });
  StmtPtr Body =
      eachStatement(Before, [&](const StmtPtr &S) -> std::optional<Statements> {
        if (Gone.count(S))
          return Statements(); // with what is said of it
        if (S->K != Stmt::Kind::Declare)
          return std::nullopt;
        const bool OfTiles = llvm::any_of(S->Locals, [&](const Local &L) {
          return L.Other && K.Others[*L.Other].IsShared;
        });
        if (!OfTiles)
          return std::nullopt;
        Fails |= !llvm::all_of(S->Locals, [&](const Local &L) {
          return L.Other && K.Others[*L.Other].IsShared;
        });
        return Statements(); // with what is said of it
      });
  Body = rewritten(Body, [&](const ExprPtr &E) -> ExprPtr {
    if (E->O == Op::Assign && cellOf(E->Args[0]))
      Fails = true;
    const std::optional<Cell> Read = cellOf(E);
    if (!Read)
      return nullptr;
    const ExprPtr Value = valueOf(*Read, E->Ty);
    Fails |= !Value;
    return Value;
  });
  if (Fails)
    return Before;
  Body =
      eachStatement(Body, [&](const StmtPtr &S) -> std::optional<Statements> {
        const StmtPtr New =
            S->K == Stmt::Kind::For ? withCountedRounds(K, S, Cells) : S;
        return New == S ? std::nullopt : std::optional(Statements{New});
      });
  Body = underLastCondition(K, Body);
  return readsByThread(Body) ? Before : withoutUnused(K, Body, Before);
}

StmtPtr leaveOutTiles(Kernel &K, const LaunchFacts &Facts) {
  if (Facts.Launches.empty() || !Facts.WorkTogether || Facts.KeepTiles ||
      llvm::none_of(K.Others, [](const Object &O) { return O.IsShared; }))
    return K.Body;
  return OwnTiles(K, Facts).run();
}

} // namespace tessera
