//===- Shifts.cpp - Threads that begin behind the first element -----------===//
//
//   int x = blockIdx.x * blockDim.x       int x = blockIdx.x * blockDim.x
//           + threadIdx.x + 1;                    + threadIdx.x;
//   if (x < w - 1)                  =>    if (x >= 1 && x < w - 1)
//     ..                                    ..
//
// if only x tells threads apart, and every grid has a thread for each x below
// w - 1 also then, or has with one more block. Rows then begin where their
// memory does.
//
//===----------------------------------------------------------------------===//
#include "normal/Offsets.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "normal/threads/Grids.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

/// Whether something in \p S may know its thread other than by its ids.
static bool hidesIds(const StmtPtr &S) {
  bool Hides = false;
  walk(S, [&](const Stmt &Each) {
    Hides |= Each.K == Stmt::Kind::Opaque;
    return true;
  });
  eachExpr(S, [&](const ExprPtr &All) {
    walk(All, [&](const Expr &E) {
      Hides |= E.O == Op::Opaque || (E.O == Op::Call && !E.Pure);
      return true;
    });
  });
  return Hides;
}

/// How often \p E names an id, or the size of the grid, along x.
static unsigned idsIn(const ExprPtr &E) {
  unsigned Count = 0;
  walk(E, [&](const Expr &Each) {
    Count +=
        Each.O == Op::Builtin && Each.Word[1] == 'x' && Each.Word[0] != 'B';
    return true;
  });
  return Count;
}

/// The sum \p E without its summand \p C; null if it has none.
static ExprPtr without(const ExprPtr &E, int64_t C) {
  if (E->is(Op::Cast) && E->Implicit) {
    const ExprPtr Inner = without(E->Args[0], C);
    return Inner ? with(E, 0, Inner) : nullptr;
  }
  if (!E->is(Op::Binary, "+"))
    return nullptr;
  for (unsigned I : {0, 1})
    if (shown(*E->Args[I]).isNumber(C) && E->Args[1 - I]->Ty == E->Ty)
      return E->Args[1 - I];
  for (unsigned I : {0, 1})
    if (const ExprPtr Inner = without(E->Args[I], C))
      return with(E, I, Inner);
  return nullptr;
}

/// Whether \p Test, where it \p Holds, says that \p X is less than what all
/// grids have threads for that begin with \p First.
static bool ends(const Kernel &K, const LaunchFacts &Facts,
                 const Offsets &Values, const ExprPtr &Test, bool Holds,
                 VarId X, int64_t First) {
  const Expr &E = shown(*Test);
  if (E.is(Op::Unary, "!"))
    return ends(K, Facts, Values, E.Args[0], !Holds, X, First);
  if (E.is(Op::Binary, Holds ? "&&" : "||"))
    return llvm::any_of(E.Args, [&](const ExprPtr &Arg) {
      return ends(K, Facts, Values, Arg, Holds, X, First);
    });
  if (E.O != Op::Binary || !isHarmless(Test))
    return false;
  for (bool Swapped : {false, true}) {
    if (!withoutWidening(E.Args[Swapped])->isScalar(X))
      continue;
    llvm::StringRef Word = E.Word;
    const bool Less = (Word[0] == '<') == (Holds != Swapped);
    if (Word.size() > 2 || (Word[0] != '<' && Word[0] != '>') || !Less ||
        Word == "<<" || Word == ">>")
      return false;
    // `x < w`, `!(x >= w)`: not equal.
    const bool Strict = (Word.size() == 1) == Holds;
    const auto End = Values.polynomial(E.Args[!Swapped]);
    return End && cover(K, Facts, 0, First, *End + Polynomial(Strict ? 0 : 1));
  }
  return false;
}

/// \p Test with \p Also before it.
static ExprPtr joined(Kernel &K, const char *How, const ExprPtr &Also,
                      const ExprPtr &Test) {
  return Test->is(Op::Binary, How)
             ? with(Test, 0, joined(K, How, Also, Test->Args[0]))
             : binary(How, Also, Test, K.boolean());
}

/// Where \p S declares the number of a thread along x that is not its own, and
/// the first of them.
static std::optional<std::pair<unsigned, int64_t>>
shiftIn(const Kernel &K, const Stmt &S, const Offsets &Values, unsigned Ids) {
  for (unsigned I = 0; I != S.Locals.size(); ++I) {
    const Local &L = S.Locals[I];
    const auto Value =
        L.Scalar && L.Init ? Values.polynomial(L.Init) : std::nullopt;
    const auto Index = Value ? globalIndex(*Value) : std::nullopt;
    if (Index && Index->first == 0 && Index->second >= 1 &&
        idsIn(L.Init) == Ids && isSetOnce(K, *L.Scalar))
      return std::pair(I, Index->second);
  }
  return std::nullopt;
}

static StmtPtr shifted(Kernel &K, const StmtPtr &Block,
                       const LaunchFacts &Facts, const Offsets &Values,
                       unsigned Ids) {
  std::vector<StmtPtr> All = Block->Body;
  size_t At = 0;
  std::optional<std::pair<unsigned, int64_t>> Shift;
  for (; At != All.size() && !Shift; ++At)
    Shift = shiftIn(K, *All[At], Values, Ids);
  if (!Shift)
    return Block;
  const auto [Which, First] = *Shift;
  const Local &L = All[At - 1]->Locals[Which];
  const VarId X = *L.Scalar;
  const ExprPtr Init = without(L.Init, First);
  if (!Init)
    return Block;
  auto Copy = std::make_shared<Stmt>(*All[At - 1]);
  Copy->Locals[Which].Init = Init;
  All[At - 1] = Copy;
  for (; At != All.size(); ++At) {
    const StmtPtr &S = All[At];
    if (S->K == Stmt::Kind::Empty ||
        (S->K == Stmt::Kind::Declare &&
         llvm::all_of(S->Locals, [](const Local &Each) {
           return !Each.Init || isHarmless(Each.Init);
         })))
      continue;
    // Everything else is behind one condition about x.
    if (S->K != Stmt::Kind::If || (S->Body.size() > 1 && S->Body[1]))
      return Block;
    const std::vector<StmtPtr> Then = statementsOf(S->Body[0]);
    const bool Leaves = Then.size() == 1 && Then[0]->K == Stmt::Kind::Return;
    // With another block there are threads for all that have one now.
    auto Ends = [&](int64_t From) {
      return ends(K, Facts, Values, S->test(), !Leaves, X, From);
    };
    const bool AsItIs = Ends(0);
    const std::optional<int64_t> Size = Facts.block(0);
    if (!Leaves && At + 1 != All.size())
      return Block;
    if (!AsItIs && (K.OneMore || !Size || *Size < First || !Ends(First)))
      return Block;
    K.OneMore |= !AsItIs;
    const TypePtr Ty = K.Scalars[X].Ty;
    const ExprPtr Also = binary(Leaves ? "<" : ">=", scalar(X, Ty),
                                number(First, Ty), K.boolean());
    All[At] = withExpr(S, 0, joined(K, Leaves ? "||" : "&&", Also, S->test()));
    return withStatements(Block, std::move(All));
  }
  return Block;
}

StmtPtr leaveOutShifts(Kernel &K, const LaunchFacts &Facts) {
  if (Facts.Launches.empty() || Facts.WorkTogether)
    return K.Body;
  unsigned Ids = 0;
  eachExpr(K.Body, [&](const ExprPtr &E) { Ids += idsIn(E); });
  auto IsAlike = [&](const Function &F) {
    unsigned Own = 0;
    eachExpr(F.Body, [&](const ExprPtr &E) { Own += idsIn(E); });
    return Own == 0 && !hidesIds(F.Body);
  };
  if (hidesIds(K.Body) || !llvm::all_of(K.Functions, IsAlike))
    return K.Body;
  const Offsets Values(K);
  return eachBlock(K.Body, [&](const StmtPtr &Block) {
    return shifted(K, Block, Facts, Values, Ids);
  });
}

} // namespace tessera
