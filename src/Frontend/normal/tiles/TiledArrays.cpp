//===- TiledArrays.cpp ----------------------------------------------------===//
#include "normal/tiles/TiledArrays.h"
#include "normal/Patterns.h"
#include "normal/tiles/StoredCells.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

SourceRange placeOf(const ExprPtr &E) {
  return E->Text.empty() ? SourceRange() : E->Text.range();
}

SourceRange placeOf(const StmtPtr &S) {
  if (!S->Text.empty())
    return {S->Text.front().Bytes.Begin, S->Text.back().Bytes.End};
  SourceRange Found;
  eachExpr(S, [&](const ExprPtr &E) {
    if (Found.size() == 0)
      Found = placeOf(E);
  });
  return Found;
}

std::optional<Cell> cellOf(const Kernel &K, const ExprPtr &E) {
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

bool isSame(const Cell &A, const Cell &B) {
  return A.Tile == B.Tile &&
         llvm::equal(
             A.Subscripts, B.Subscripts,
             [](const ExprPtr &I, const ExprPtr &J) { return equal(*I, *J); });
}

/// The array that the pointer \p E points into.
static std::optional<std::string>
pointedTo(const Kernel &K, const Offsets &Known, const Expr &Pointer) {
  const Expr &E = shown(Pointer);
  if (E.O == Op::Scalar) {
    const Scalar &S = K.Scalars[E.Scalar];
    if (S.Escapes || E.Ty->Volatile)
      return std::nullopt;
    if (S.IsParameter)
      return assigns(K.Body, E.Scalar) ? std::nullopt : std::optional(S.Name);
    const ExprPtr Value = Known.valueOf(E.Scalar);
    return Value ? pointedTo(K, Known, *Value) : std::nullopt;
  }
  if (E.O == Op::Member && E.Pure && !E.Ty->Volatile) {
    const Expr &Of = shown(*E.Args[0]);
    if (Of.O == Op::Name && Of.IsLocal && K.Others[Of.Scalar].IsParameter &&
        !K.Others[Of.Scalar].Escapes)
      return K.Others[Of.Scalar].Name + "." + E.Word;
  }
  if (E.is(Op::Binary, "+") || E.is(Op::Binary, "-"))
    for (const ExprPtr &Arg : E.Args)
      if (Arg->Ty->isPointer())
        return pointedTo(K, Known, *Arg);
  return std::nullopt;
}

std::optional<std::string> arrayOf(const Kernel &K, const Offsets &Known,
                                   const Expr &E) {
  const Expr &Of = arrayIn(E);
  if (Of.O == Op::Name && !Of.IsLocal && !Of.Far.empty())
    return "::" + Of.Far;
  return pointedTo(K, Known, Of);
}

//===----------------------------------------------------------------------===//
// Arrays that are read and written
//===----------------------------------------------------------------------===//

namespace {

/// An element of an array that a kernel writes.
struct Use {
  const Expr *Of;
  bool Writes;
};

} // namespace

/// The array and the number of the element \p E of it.
static std::optional<Polynomial> elementOf(const Offsets &Known,
                                           const Expr &E) {
  if (E.O != Op::Element || E.Args.size() != 2 ||
      shown(*E.Args[0]).O == Op::Element)
    return std::nullopt;
  return Known.polynomial(E.Args[1]);
}

/// Whether no two threads of a block have the same value of \p P: ids along
/// one axis count by less than those along the next.
static bool tellsThreads(const LaunchFacts &Facts, const Polynomial &P) {
  int64_t Numbers = 0, Unknown = 0, Unit = 1;
  std::vector<std::pair<int64_t, int64_t>> Axes;
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    const int64_t Size = *Facts.block(Axis);
    if (Size == 1)
      continue;
    const std::string Id{'t', char('x' + Axis)};
    bool Seen = false;
    for (const auto &[M, Times] : P.terms()) {
      if (std::count(M.begin(), M.end(), Id) == 0)
        continue;
      if (Seen) // by a sum
        return false;
      Seen = true;
      if (M.size() == 1)
        Axes.emplace_back(std::abs(Times), Size);
      else
        ++Unknown; // by a row
    }
    if (!Seen)
      return false;
    ++Numbers;
  }
  llvm::sort(Axes);
  for (const auto &[By, Size] : Axes) {
    if (By < Unit)
      return false;
    Unit = By * Size;
  }
  return Unknown <= 1 && Numbers > 0;
}

/// Whether \p Uses, all of one array, are of an element of the thread's own:
/// then no barrier orders them. A thread that writes nothing at \p End may read
/// what it likes.
static bool isOwn(const LaunchFacts &Facts, const Offsets &Known,
                  llvm::ArrayRef<Use> Uses, llvm::ArrayRef<StmtPtr> End) {
  const Expr *First = Uses.front().Of;
  const std::optional<Polynomial> Place = elementOf(Known, *First);
  if (!Place || End.empty() || !tellsThreads(Facts, *Place))
    return false;
  return llvm::all_of(Uses, [&](const Use &Each) {
    const std::optional<Polynomial> Other = elementOf(Known, *Each.Of);
    return Other && *Other == *Place &&
           equal(shown(*Each.Of->Args[0]), shown(*First->Args[0]));
  });
}

/// The statements at the end of \p K that a thread executes all or none of;
/// empty if there are others that write arrays.
static std::vector<StmtPtr> endOf(const Kernel &K) {
  std::vector<StmtPtr> All = K.Body->Body;
  llvm::erase_if(All,
                 [](const StmtPtr &S) { return S->K == Stmt::Kind::Empty; });
  while (!All.empty() && All.back()->K == Stmt::Kind::If &&
         (All.back()->Body.size() < 2 || !All.back()->Body[1])) {
    All = statementsOf(StmtPtr(All.back()->Body[0]));
    llvm::erase_if(All,
                   [](const StmtPtr &S) { return S->K == Stmt::Kind::Empty; });
  }
  std::vector<StmtPtr> Result;
  while (!All.empty() &&
         (All.back()->K == Stmt::Kind::Declare ||
          (All.back()->K == Stmt::Kind::Eval && !isBarrier(All.back())))) {
    Result.push_back(All.back());
    All.pop_back();
  }
  unsigned Writes = 0;
  auto count = [&](const StmtPtr &S, unsigned By) {
    eachExpr(S, [&](const ExprPtr &Whole) {
      walk(Whole, [&](const Expr &E) {
        const bool IsArray = E.O == Op::Assign && E.Args[0]->O == Op::Element &&
                             !cellOf(K, E.Args[0]);
        Writes += IsArray ? By : 0;
        return true;
      });
    });
  };
  count(K.Body, 1);
  for (const StmtPtr &S : Result)
    count(S, unsigned(-1));
  return Writes == 0 ? Result : std::vector<StmtPtr>();
}

//===----------------------------------------------------------------------===//
// The whole kernel
//===----------------------------------------------------------------------===//

std::optional<Obstacle> obstacleOf(const Kernel &K, const LaunchFacts &Facts,
                                   const Offsets &Known,
                                   std::set<std::string> &Written) {
  std::optional<Obstacle> Found;
  auto fail = [&](llvm::StringRef Why, SourceRange At) {
    if (!Found)
      Found = {Why.str(), At};
    return false;
  };
  auto inText = [](const Expr &E) {
    return E.Text.empty() ? SourceRange() : E.Text.range();
  };
  auto look = [&](const StmtPtr &S, auto &Self) -> void {
    if (!S || Found)
      return;
    if (S->K == Stmt::Kind::Opaque)
      fail("a statement is not followed", placeOf(S));
    if (S->K == Stmt::Kind::While || S->K == Stmt::Kind::Do)
      fail("a loop is not known to count", placeOf(S));
    if (S->K == Stmt::Kind::Return || S->K == Stmt::Kind::Break ||
        S->K == Stmt::Kind::Continue)
      fail("a jump stands among the barriers", placeOf(S));
    for (const StmtPtr &Part : S->Body)
      Self(Part, Self);
  };
  look(K.Body, look);
  std::set<const Expr *> Inner, Targets;
  std::map<std::string, std::vector<Use>> Uses;
  eachExpr(K.Body, [&](const ExprPtr &Whole) {
    walk(Whole, [&](const Expr &E) {
      if (E.O == Op::Call && !E.Pure &&
          !(E.Word == "__syncthreads" && E.Args.empty()))
        fail("a call of '" + E.Word + "' is not followed", inText(E));
      if (E.O == Op::Opaque || E.O == Op::Address || E.is(Op::Assign, "&"))
        fail("an expression is not followed", inText(E));
      if (E.O == Op::Assign && E.Args[0]->O == Op::Element)
        Targets.insert(E.Args[0].get());
      if (E.O == Op::Element)
        Inner.insert(&shown(*E.Args[0]));
      return !Found;
    });
    walk(Whole, [&](const Expr &E) {
      if (E.is(Op::Name) && E.IsLocal && K.Others[E.Scalar].IsShared &&
          !Inner.count(&E))
        fail("'" + K.Others[E.Scalar].Name +
                 "' is used other than by its cells",
             inText(E));
      if (E.O != Op::Element || Inner.count(&E))
        return !Found;
      if (const Expr &Of = arrayIn(E); Of.O == Op::Name && Of.IsLocal)
        return !Found; // a tile, or an array of the thread's own
      const std::optional<std::string> Array = arrayOf(K, Known, E);
      if (!Array)
        fail("which array this is of is not followed", inText(E));
      else
        Uses[*Array].push_back({&E, Targets.count(&E) > 0});
      return !Found;
    });
  });
  const std::vector<StmtPtr> End = endOf(K);
  for (const auto &[Array, Of] : Uses) {
    const auto Read = llvm::find_if(Of, [](const Use &U) { return !U.Writes; });
    if (llvm::all_of(Of, [](const Use &U) { return !U.Writes; }))
      continue;
    Written.insert(Array);
    if (Read != Of.end() && !Found && !isOwn(Facts, Known, Of, End))
      fail("the kernel also writes '" + Array + "', which it reads here",
           inText(*Read->Of));
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

ExprPtr inWords(const ExprPtr &E) {
  if (!E->is(Op::Cast) || !E->Implicit)
    return E;
  const ExprPtr Of = inWords(E->Args[0]);
  const std::optional<std::string> Name = typeName(*E->Ty);
  if (!Of)
    return nullptr;
  if (Of->Ty == E->Ty)
    return Of;
  if (!Name)
    return nullptr;
  auto Result = std::make_shared<Expr>();
  Result->O = Op::Cast;
  Result->Ty = E->Ty;
  Result->Word = *Name;
  Result->Args = {Of};
  return Result;
}

} // namespace tessera
