//===- Grids.cpp - What all launches of a kernel say ----------------------===//
//
//   blockIdx.x * 128 + threadIdx.x        blockIdx.x * blockDim.x + ..
//   blockIdx.x << 7 | threadIdx.x         the same
//
//   for (int i = ..; i < n;               int i = ..;
//        i += gridDim.x * blockDim.x)     if (i < n)
//     ..                                    ..
//
// The first if every block has 128 threads, the second if every grid has a
// thread for each i.
//
//===----------------------------------------------------------------------===//
#include "normal/threads/Grids.h"
#include "normal/Offsets.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

//===----------------------------------------------------------------------===//
// Sizes of blocks
//===----------------------------------------------------------------------===//

static std::optional<unsigned> axisOf(const ExprPtr &E, char Letter) {
  if (E->O != Op::Builtin || E->Word[0] != Letter)
    return std::nullopt;
  return unsigned(E->Word[1] - 'x');
}

static bool isThread(const ExprPtr &E, unsigned Axis) {
  return shown(*E).is(Op::Builtin, std::string{'t', char('x' + Axis)});
}

/// `blockIdx.x * blockDim.x | threadIdx.x` as a sum, where blocks have a power
/// of two threads.
static ExprPtr summed(const ExprPtr &E, const LaunchFacts &Facts) {
  if (!E->is(Op::Binary, "|") && !E->is(Op::Binary, "^"))
    return nullptr;
  for (unsigned Side : {0, 1}) {
    const Expr &Product = shown(*E->Args[Side]);
    if (!Product.is(Op::Binary, "*"))
      continue;
    for (unsigned Block : {0, 1}) {
      const std::optional<unsigned> Axis = axisOf(Product.Args[Block], 'B');
      if (!Axis || axisOf(Product.Args[1 - Block], 'b') != Axis ||
          !isThread(E->Args[1 - Side], *Axis))
        continue;
      const std::optional<int64_t> Size = Facts.block(*Axis);
      if (Size && llvm::isPowerOf2_64(*Size))
        return binary("+", E->Args[0], E->Args[1], E->Ty);
    }
  }
  return nullptr;
}

/// \p E, a block's first thread, by the size of the block.
static ExprPtr bySize(const ExprPtr &E, const LaunchFacts &Facts) {
  const bool Shifts = E->is(Op::Binary, "<<");
  if (!E->is(Op::Binary, "*") && !Shifts)
    return nullptr;
  for (unsigned Side = 0; Side != (Shifts ? 1 : 2); ++Side) {
    const std::optional<unsigned> Axis = axisOf(E->Args[Side], 'b');
    const Expr &Size = shown(*E->Args[1 - Side]);
    if (!Axis || Size.O != Op::Number)
      continue;
    const std::optional<int64_t> Known = Facts.block(*Axis);
    if (!Known || *Known < 2 ||
        *Known != (Shifts ? int64_t(1) << (Size.Value & 31) : Size.Value))
      continue;
    auto Block = std::make_shared<Expr>();
    Block->O = Op::Builtin;
    Block->Word = {'B', char('x' + *Axis)};
    Block->Ty = E->Args[Side]->Ty;
    if (Shifts)
      return binary("*", E->Args[0], Block, E->Ty);
    return E->Ty == Block->Ty ? with(E, 1 - Side, Block) : nullptr;
  }
  return nullptr;
}

/// Whether \p E is a block's first thread, or that plus threadIdx; and how
/// often threadIdx is used apart.
static unsigned threadsApart(const ExprPtr &E, unsigned Axis,
                             const LaunchFacts &Facts) {
  auto Begins = [&](const ExprPtr &Of) {
    ExprPtr Product = Of;
    while (Product->is(Op::Cast) && Product->Implicit)
      Product = Product->Args[0];
    return bySize(Product, Facts) != nullptr ||
           (Product->is(Op::Binary, "*") &&
            llvm::any_of(Product->Args, [&](const ExprPtr &F) {
              return axisOf(F, 'B') == Axis;
            }));
  };
  const bool Joins = E->is(Op::Binary, "+") || E->is(Op::Binary, "|") ||
                     E->is(Op::Binary, "^");
  if (Joins && ((Begins(E->Args[0]) && isThread(E->Args[1], Axis)) ||
                (isThread(E->Args[0], Axis) && Begins(E->Args[1]))))
    return 0;
  unsigned Count = isThread(E, Axis) && E->O == Op::Builtin;
  for (const ExprPtr &Arg : E->Args)
    Count += threadsApart(Arg, Axis, Facts);
  return Count;
}

StmtPtr nameBlockSizes(Kernel &K, const LaunchFacts &Facts) {
  if (Facts.WorkTogether) // its arrays have that size, too
    return K.Body;
  // Only what knows its threads by their numbers in the grid can start with
  // other blocks.
  LaunchFacts Of = Facts;
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    unsigned Apart = 0;
    eachExpr(K.Body,
             [&](const ExprPtr &E) { Apart += threadsApart(E, Axis, Facts); });
    for (LaunchFact &L : Of.Launches)
      if (Apart > 0)
        L.Block[Axis] = std::nullopt;
  }
  return rewritten(K.Body, [&](const ExprPtr &E) {
    const ExprPtr New = bySize(E, Of);
    return New ? New : summed(E, Of);
  });
}

//===----------------------------------------------------------------------===//
// Loops over grids
//===----------------------------------------------------------------------===//

std::optional<std::pair<unsigned, int64_t>> globalIndex(const Polynomial &P) {
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    const std::string X(1, char('x' + Axis));
    const Polynomial Rest =
        P - Polynomial::symbol("b" + X) * Polynomial::symbol("B" + X) -
        Polynomial::symbol("t" + X);
    if (std::optional<int64_t> C = Rest.constant())
      return std::pair(Axis, *C);
  }
  return std::nullopt;
}

/// \p End of a kernel's loop where \p L starts it.
static std::optional<Polynomial>
atLaunch(const Kernel &K, const Polynomial &End, const LaunchFact &L) {
  Polynomial Result = End;
  for (const std::string &Symbol : End.symbols()) {
    unsigned Id = 0;
    if (!llvm::StringRef(Symbol).starts_with("v") ||
        llvm::StringRef(Symbol).drop_front().getAsInteger(10, Id) ||
        !K.Scalars[Id].IsParameter || !isSetOnce(K, Id))
      return std::nullopt;
    auto At = L.Arguments.find(K.Scalars[Id].Name);
    if (At == L.Arguments.end() || At->second.Divisor != 1)
      return std::nullopt;
    Result = Result.substitute(Symbol, At->second.Numerator);
  }
  return Result;
}

bool cover(const Kernel &K, const LaunchFacts &Facts, unsigned Axis,
           int64_t First, const Polynomial &End) {
  return !Facts.Launches.empty() &&
         llvm::all_of(Facts.Launches, [&](const LaunchFact &L) {
           const std::optional<Polynomial> Last = atLaunch(K, End, L);
           if (!Last || !L.Grid[Axis] || !L.Block[Axis])
             return false;
           // n / d, rounded down, is (n - d + 1) / d or more.
           const auto &[Of, By] = *L.Grid[Axis];
           const Polynomial Spare =
               (Of - Polynomial(By - 1)) * Polynomial(*L.Block[Axis]) -
               (*Last - Polynomial(First)) * Polynomial(By);
           return llvm::all_of(Spare.terms(), [](const auto &Term) {
             return Term.second >= 0;
           });
         });
}

/// Whether `continue` or `break` in \p S is for a loop around it.
static bool leavesRound(const StmtPtr &S) {
  if (!S || S->isLoop())
    return S && S->K == Stmt::Kind::Opaque;
  return S->K == Stmt::Kind::Continue || S->K == Stmt::Kind::Break ||
         S->K == Stmt::Kind::Opaque || llvm::any_of(S->Body, leavesRound);
}

/// \p Loop, of which each thread makes one round or none, without a loop.
static std::optional<Statements> unlooped(Kernel &K, const StmtPtr &Loop,
                                          const Offsets &Known,
                                          const LaunchFacts &Facts) {
  const std::optional<CountedLoop> Counted = countedLoop(K, *Loop);
  if (!Counted || leavesRound(Loop->body()))
    return std::nullopt;
  const VarId V = Counted->Counter;
  const ExprPtr &Test = Counted->Test;
  if (!Test->is(Op::Binary, "<") ||
      !withoutWidening(Test->Args[0])->isScalar(V) || !isHarmless(Test))
    return std::nullopt;
  const std::optional<Polynomial> First = Known.polynomial(Counted->First),
                                  Step = Known.polynomial(Counted->By),
                                  End = Known.polynomial(Test->Args[1]);
  const auto Index = First ? globalIndex(*First) : std::nullopt;
  if (!Index || !Step || !End)
    return std::nullopt;
  const std::string X(1, char('x' + Index->first));
  if (*Step != Polynomial::symbol("B" + X) * Polynomial::symbol("G" + X) ||
      !cover(K, Facts, Index->first, Index->second, *End))
    return std::nullopt;
  // Behind the loop, its name may be another's.
  StmtPtr Body = Loop->body();
  ExprPtr Inside = Test;
  VarId Own = V;
  if (llvm::count_if(K.Scalars, [&](const ir::Scalar &S) {
        return S.Name == K.Scalars[V].Name;
      }) > 1) {
    Own = K.freshScalar(V, K.Scalars[V].IsConst);
    Body = renamed(Body, V, Own);
    Inside = renamed(Inside, V, Own);
  }
  auto If = std::make_shared<Stmt>();
  If->K = Stmt::Kind::If;
  If->Exprs = {Inside};
  If->Body = {Body};
  return Statements{declared(Own, Counted->First, Loop), If};
}

StmtPtr leaveOutStrides(Kernel &K, const LaunchFacts &Facts) {
  if (Facts.Launches.empty())
    return K.Body;
  const Offsets Known(K);
  const StmtPtr Result = eachStatement(
      K.Body, [&](const StmtPtr &S) { return unlooped(K, S, Known, Facts); });
  return Result == K.Body ? Result : withoutUnused(K, Result, K.Body);
}

} // namespace tessera
