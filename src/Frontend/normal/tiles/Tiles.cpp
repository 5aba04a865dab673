//===- Tiles.cpp - What the cells of a program's own tiles are ------------===//
//
//   in blocks of 16 x 16:
//
//   for (t ..) {                            for (t ..)
//     tile[ty][tx] = a[at + 16 * t + tx];     for (k = 0; k < 16; ++k)
//     __syncthreads();                 =>       sum += a[at + 16 * t + k];
//     for (k = 0; k < 16; ++k)
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
#include "normal/tiles/StoredCells.h"
#include "normal/tiles/TiledArrays.h"
#include "normal/tiles/UntiledLoops.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

class OwnTiles {
public:
  OwnTiles(Kernel &K, const LaunchFacts &Facts)
      : K(K), Facts(Facts), Known(K), Cells(K, Facts, Known),
        Found(K, Known, Cells, Written) {}

  /// The body without tiles; null if something keeps them: \ref Stays.
  StmtPtr run();
  Obstacle Stays;

private:
  bool usesAny(const ExprPtr &E, const Thread &Ids) const;
  ExprPtr of(const Thread &Ids, const ExprPtr &E) const;
  ExprPtr valueOf(const Cell &Read, TypePtr Ty) const;
  ExprPtr askedByThread(const StmtPtr &Body, const Offsets &Now) const;
  StmtPtr withoutCells();

  Kernel &K;
  const LaunchFacts &Facts;
  const Offsets Known;
  const CellOwners Cells;
  std::set<std::string> Written;
  StoredCells Found;
};

} // namespace

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
  const auto Stored = Found.Stores.find(Read.Tile);
  if (Stored == Found.Stores.end())
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

/// The condition of a read that each thread asks for itself, where the tile has
/// asked once; null if there is none. Measured on an H200: products with tests
/// of rows and columns in each round take 1.2 to 2.2 times as long as the
/// user's tiles.
ExprPtr OwnTiles::askedByThread(const StmtPtr &Body, const Offsets &Now) const {
  ExprPtr Asks;
  eachExpr(Body, [&](const ExprPtr &Whole) {
    walk(Whole, [&](const Expr &E) {
      if (Asks || E.O != Op::Select || !Now.variesByThread(E.Args[0]))
        return !Asks;
      for (const ExprPtr &Arm : llvm::drop_begin(E.Args))
        walk(Arm, [&](const Expr &Each) {
          if (Each.O == Op::Element)
            Asks = E.Args[0];
          return !Asks;
        });
      return !Asks;
    });
  });
  return Asks;
}

/// The body with what cells are in their places; null if something is not
/// known.
StmtPtr OwnTiles::withoutCells() {
  bool Fails = false;
  const StmtPtr Body =
      eachStatement(K.Body, [&](const StmtPtr &S) -> std::optional<Statements> {
        if (Found.Gone.count(S))
          return Statements(); // with what is said of it
        if (S->K != Stmt::Kind::Declare)
          return std::nullopt;
        auto isTile = [&](const Local &L) {
          return L.Other && K.Others[*L.Other].IsShared;
        };
        if (llvm::none_of(S->Locals, isTile))
          return std::nullopt;
        Fails |= !llvm::all_of(S->Locals, isTile);
        return Statements(); // with what is said of it
      });
  const StmtPtr Result = rewritten(Body, [&](const ExprPtr &E) -> ExprPtr {
    const bool Stores = E->O == Op::Assign && cellOf(K, E->Args[0]);
    const std::optional<Cell> Read = cellOf(K, E);
    if (!Read && !Stores)
      return nullptr;
    const ExprPtr Value = Read ? valueOf(*Read, E->Ty) : nullptr;
    Fails |= !Value;
    if (!Value && Stays.Why.empty()) {
      const VarId Tile = Read ? Read->Tile : cellOf(K, E->Args[0])->Tile;
      Stays = {(Read ? "which thread has stored this cell of '"
                     : "not all threads go through this store to '") +
                   K.Others[Tile].Name + (Read ? "' is not known" : "'"),
               placeOf(E)};
    }
    return Value;
  });
  eachExpr(Result, [&](const ExprPtr &Whole) {
    walk(Whole, [&](const Expr &E) {
      const bool IsTile =
          E.is(Op::Name) && E.IsLocal && K.Others[E.Scalar].IsShared;
      if (IsTile && Stays.Why.empty())
        Stays = {"'" + K.Others[E.Scalar].Name +
                     "' is used other than by its cells",
                 E.Text.empty() ? SourceRange() : E.Text.range()};
      Fails |= IsTile;
      return true;
    });
  });
  return Fails ? nullptr : Result;
}

StmtPtr OwnTiles::run() {
  const StmtPtr Before = K.Body;
  if (std::optional<Obstacle> Other = obstacleOf(K, Facts, Known, Written)) {
    Stays = *Other;
    return nullptr;
  }
  if (!Found.find()) {
    Stays = Found.Stays;
    return nullptr;
  }
  StmtPtr Body = withoutCells();
  if (!Body)
    return nullptr;
  Body = underLastCondition(K, withoutUnread(K, Body, Before), Known);
  K.Body = Body;
  const ExprPtr Asks = askedByThread(Body, Offsets(K));
  K.Body = Before;
  if (Asks) {
    Stays = {"each thread would ask in each round what the tile asks once",
             placeOf(Asks)};
    return nullptr;
  }
  return withoutUnused(K, Body, Before);
}

/// `p + i` for `&p[i]`.
static StmtPtr withMovedPointers(const StmtPtr &Body) {
  return rewritten(Body, [](const ExprPtr &E) -> ExprPtr {
    if (E->O != Op::Address || E->Args.size() != 1)
      return nullptr;
    const ExprPtr &Of = E->Args[0];
    return Of->O == Op::Element && Of->Args.size() == 2 &&
                   Of->Args[0]->Ty == E->Ty && E->Ty->isPointer()
               ? binary("+", Of->Args[0], Of->Args[1], E->Ty)
               : nullptr;
  });
}

/// Makes rows of threads that stand for planes such planes, where they exchange
/// nothing but by tiles: what is known of launches then.
static LaunchFacts inPlanes(Kernel &K, const LaunchFacts &Facts) {
  LaunchFacts Here = Facts;
  bool Exchanges = false;
  eachExpr(K.Body, [&](const ExprPtr &Whole) {
    walk(Whole, [&](const Expr &E) {
      Exchanges |= E.O == Op::Opaque ||
                   (E.O == Op::Call && !E.Pure && E.Word != "__syncthreads");
      return true;
    });
  });
  if (Exchanges)
    return Here;
  K.Body = asPlanes(K, Here, /*Whole=*/true);
  if (K.Blocks)
    for (LaunchFact &L : Here.Launches)
      llvm::copy(*K.Blocks, L.Block.begin());
  return Here;
}

StmtPtr leaveOutTiles(Kernel &K, const LaunchFacts &Facts) {
  if (!Facts.WorkTogether ||
      llvm::none_of(K.Others, [](const Object &O) { return O.IsShared; }))
    return K.Body;
  bool Uses = false; // where they are, they may be gone already
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      Uses |= L.Other && K.Others[*L.Other].IsShared;
    return !Uses;
  });
  K.KeepsTiles.reset();
  if (!Uses)
    return K.Body;
  auto stay = [&](Obstacle Why) {
    K.KeepsTiles = std::move(Why);
    return K.Body;
  };
  if (Facts.KeepTiles)
    return stay({"no plan without them gains more than they do"});
  if (Facts.Launches.empty())
    return stay({"not all launches are seen"});
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    if (!Facts.block(Axis))
      return stay({"blocks are not of one known size"});
  if (Facts.HidesIds)
    return stay({"functions or groups use the ids of threads"});
  const Kernel Before = K;
  const LaunchFacts Here = inPlanes(K, Facts);
  K.Body = withoutReturn(K, withMovedPointers(K.Body));
  K.Body = withCountedRounds(K, K.Body, Here);
  K.Body = replaceInductions(K);
  OwnTiles Tiles(K, Here);
  if (const StmtPtr Body = Tiles.run()) {
    K.Body = Before.Body;
    return Body;
  }
  K = Before;
  return stay(Tiles.Stays);
}

} // namespace tessera
