//===- Shapes.cpp - Threads of a row that stand for those of a plane ------===//
//
//   x = blockIdx.x * 32 + threadIdx.x % 32;    .. + threadIdx.x
//   y = blockIdx.y * 8 + threadIdx.x / 32;     .. + threadIdx.y
//
// The first in blocks of 256 threads, the second in those of 32 x 8: these have
// the same threads, in the same order. Kernels keep the user's blocks unless a
// version of them starts.
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

/// Whether the blocks of all launches are rows.
static bool areRows(const LaunchFacts &Facts) {
  return !Facts.Launches.empty() && Facts.block(0) && Facts.block(1) == 1 &&
         Facts.block(2) == 1;
}

namespace {

/// Of the number t of a thread in its row, `t / By % Most`.
struct Part {
  int64_t By = 1, Most = 0; ///< 0: of all
  auto operator<=>(const Part &) const = default;
};

/// The number of the thread, and what is made of it.
class ThreadParts {
public:
  explicit ThreadParts(const Kernel &K);

  /// Whether parts are all that the kernel knows of it.
  bool Fits = true;
  std::set<Part> Found;
  std::set<VarId> Names; ///< variables that are it
  bool Whole = false;    ///< it is also used as it is

  std::optional<Part> partOf(const Expr &E) const;
  bool isNumber(const ExprPtr &E) const;

private:
  void look(const ExprPtr &E);
};

} // namespace

ThreadParts::ThreadParts(const Kernel &K) {
  walk(K.Body, [&](const Stmt &S) {
    Fits &= S.K != Stmt::Kind::Opaque;
    for (const Local &L : S.Locals)
      if (L.Scalar && L.Init && isNumber(L.Init) && isSetOnce(K, *L.Scalar) &&
          K.Scalars[*L.Scalar].Ty->K == Type::Kind::Int &&
          K.Scalars[*L.Scalar].Ty->Bytes >= 4)
        Names.insert(*L.Scalar);
    return true;
  });
  walk(K.Body, [&](const Stmt &S) {
    for (const ExprPtr &E : S.Exprs)
      if (E)
        look(E);
    for (const Local &L : S.Locals)
      if (L.Init && !(L.Scalar && Names.count(*L.Scalar)))
        look(L.Init);
    return true;
  });
}

bool ThreadParts::isNumber(const ExprPtr &E) const {
  const Expr &Of = *unconverted(E);
  return Of.is(Op::Builtin, "tx") ||
         (Of.O == Op::Scalar && Names.count(Of.Scalar));
}

/// The number by which \p E divides or masks, as a divisor.
static int64_t divisorIn(const Expr &E) {
  const Expr &Number = *unconverted(E.Args[1]);
  if (Number.O != Op::Number || Number.Value <= 0)
    return 0;
  if (E.Word == "&")
    return llvm::isPowerOf2_64(Number.Value + 1) ? Number.Value + 1 : 0;
  if (E.Word == ">>")
    return Number.Value < 16 ? int64_t(1) << Number.Value : 0;
  return E.Word == "%" || E.Word == "/" ? Number.Value : 0;
}

std::optional<Part> ThreadParts::partOf(const Expr &E) const {
  if (E.O != Op::Binary || E.Ty->K != Type::Kind::Int || !typeName(*E.Ty))
    return std::nullopt;
  const int64_t Divisor = divisorIn(E);
  if (Divisor == 0)
    return std::nullopt;
  std::optional<Part> Of = partOf(*unconverted(E.Args[0]));
  if (!Of && isNumber(E.Args[0]))
    Of = Part();
  if (!Of || Of->Most != 0)
    return std::nullopt;
  if (E.Word == "%" || E.Word == "&")
    Of->Most = Divisor;
  else
    Of->By *= Divisor;
  return Of;
}

void ThreadParts::look(const ExprPtr &E) {
  if (std::optional<Part> Is = partOf(*E)) {
    Found.insert(*Is);
    return;
  }
  if (isNumber(E)) {
    Whole = true;
    return;
  }
  Fits &= E->O != Op::Opaque && !E->Function;
  if (E->O == Op::Builtin)
    Fits &= E->Word[0] == 'b' || E->Word[0] == 'G';
  for (const ExprPtr &Arg : E->Args)
    look(Arg);
}

/// The axes of blocks of \p Threads that \p Found, in their order, are the
/// places along; nothing if they are no digits of one number.
static std::optional<std::array<int64_t, 3>>
shapeOf(const std::set<Part> &Found, int64_t Threads) {
  std::array<int64_t, 3> Sizes = {1, 1, 1};
  int64_t By = 1;
  unsigned Axis = 0;
  if (Found.size() < 2 || Found.size() > 3)
    return std::nullopt;
  for (const Part &P : Found) {
    const bool IsLast = Axis + 1 == Found.size();
    const int64_t Rest = Threads / By;
    if (P.By != By || Threads % By != 0 || (P.Most == 0 && !IsLast))
      return std::nullopt;
    Sizes[Axis] = P.Most == 0 ? Rest : P.Most;
    if (Sizes[Axis] < 2 || (IsLast && Sizes[Axis] < Rest))
      return std::nullopt;
    Sizes[Axis] = std::min(Sizes[Axis], Rest);
    By *= Sizes[Axis++];
  }
  return By == Threads && Sizes[2] <= 64 ? std::optional(Sizes) : std::nullopt;
}

StmtPtr reshapeBlocks(Kernel &K, const LaunchFacts &Facts) {
  return Facts.WorkTogether ? K.Body : asPlanes(K, Facts, /*Whole=*/false);
}

StmtPtr asPlanes(Kernel &K, const LaunchFacts &Facts, bool Whole) {
  if (!areRows(Facts) || K.Blocks || Facts.HidesIds)
    return K.Body;
  const ThreadParts Parts(K);
  const auto Shape = Parts.Fits && (Whole || !Parts.Whole)
                         ? shapeOf(Parts.Found, *Facts.block(0))
                         : std::optional<std::array<int64_t, 3>>();
  if (!Shape)
    return K.Body;
  // From the outside: `t / 16` is no t.
  auto inPlane = [&](const ExprPtr &E, auto &Self) -> ExprPtr {
    if (!E)
      return E;
    if (const std::optional<Part> Is = Parts.partOf(*E)) {
      const auto Axis =
          std::distance(Parts.Found.begin(), Parts.Found.find(*Is));
      return converted(builtin(K, std::string{'t', char('x' + Axis)}), E->Ty);
    }
    if (Parts.isNumber(E)) {
      Polynomial Number;
      int64_t By = 1;
      for (unsigned Axis = 0; Axis != 3; By *= (*Shape)[Axis++])
        if ((*Shape)[Axis] > 1)
          Number += Polynomial(By) *
                    Polynomial::symbol(std::string{'t', char('x' + Axis)});
      return converted(sumOf(K, Number), E->Ty);
    }
    ExprPtr Result = E;
    for (unsigned I = 0; I != E->Args.size(); ++I)
      Result = with(Result, I, Self(E->Args[I], Self));
    return Result;
  };
  auto inStatement = [&](const StmtPtr &S, auto &Self) -> StmtPtr {
    if (!S)
      return S;
    StmtPtr Result = S;
    for (unsigned I = 0; I != S->Body.size(); ++I)
      Result = withBody(Result, I, Self(S->Body[I], Self));
    for (unsigned I = 0; I != S->Exprs.size(); ++I)
      Result = withExpr(Result, I, inPlane(S->Exprs[I], inPlane));
    for (unsigned I = 0; I != S->Locals.size(); ++I)
      if (!S->Locals[I].Scalar || !Parts.Names.count(*S->Locals[I].Scalar))
        Result = withInit(Result, I, inPlane(S->Locals[I].Init, inPlane));
    return Result;
  };
  StmtPtr Body = inStatement(K.Body, inStatement);
  Body = withoutUnused(K, Body, K.Body);
  bool Left = false;
  walk(Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      Left |= L.Scalar && Parts.Names.count(*L.Scalar);
    return true;
  });
  if (!Left)
    K.Blocks = Shape;
  return Left ? K.Body : Body;
}

} // namespace tessera
