//===- Declarations.cpp - Variables declared where they get their value ---===//
//
//   int row, k;   float sum;             int row = by * By + ty;
//   row = by * By + ty;                  float sum = 0;
//   sum = 0;                        =>   for (int k = 0; k < n; ++k)
//   for (k = 0; k < n; ++k)                sum += a[row * n + k];
//     sum += a[row * n + k];
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Statements = std::vector<StmtPtr>;

namespace {

class Sinker {
public:
  explicit Sinker(Kernel &K) : K(K) {}

  /// Sinks what \p Block declares.
  StmtPtr run(const StmtPtr &Block);

private:
  bool sink(Statements &All, size_t At, unsigned L);
  bool startsWithValue(const StmtPtr &S, VarId V) const;
  bool declareInLoop(Statements &All, size_t At, VarId V);
  bool declareInside(Statements &All, size_t At, VarId V, const ExprPtr &Init);
  StmtPtr declaringFirst(const StmtPtr &Body, VarId V, const ExprPtr &Init);
  bool setsFirst(const StmtPtr &S, VarId V) const;

  Kernel &K;
};

} // namespace

/// `for (v = e; ..)`.
static std::optional<Assignment> startOf(const Kernel &K, const StmtPtr &S) {
  if (S->K != Stmt::Kind::For || !S->Body[0] ||
      S->Body[0]->K != Stmt::Kind::Eval)
    return std::nullopt;
  return assignmentOf(K, S->Body[0]->Exprs[0]);
}

/// Whether \p S, before anything else, gives \p V a value that does not depend
/// on the one it had.
bool Sinker::startsWithValue(const StmtPtr &S, VarId V) const {
  std::optional<Assignment> A = assignmentOf(K, S);
  if (!A)
    A = startOf(K, S);
  return A && A->To == V && A->Replaces;
}

/// `T v;` without the value, or with that of its declaration.
static StmtPtr declaration(VarId V, ExprPtr Init) {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Declare;
  Result->Locals = {{V, std::nullopt, std::move(Init)}};
  return Result;
}

bool Sinker::declareInLoop(Statements &All, size_t At, VarId V) {
  std::optional<Assignment> Start = startOf(K, All[At]);
  if (!Start || Start->To != V || !Start->Replaces)
    return false;
  All[At] = withBody(All[At], 0, declaration(V, Start->Value));
  return true;
}

/// Whether \p S sets \p V before it uses it, if it does.
bool Sinker::setsFirst(const StmtPtr &S, VarId V) const {
  for (const StmtPtr &Each : statementsOf(S)) {
    if (!mentions(Each, V))
      continue;
    return startsWithValue(Each, V) ||
           (Each->K == Stmt::Kind::Block && setsFirst(Each, V));
  }
  return true;
}

StmtPtr Sinker::declaringFirst(const StmtPtr &Body, VarId V,
                               const ExprPtr &Init) {
  Statements All = statementsOf(Body);
  StmtPtr New = declaration(V, Init);
  if (Body->K == Stmt::Kind::Block && !All.empty())
    New = declared(V, Init, All.front());
  All.insert(All.begin(), New);
  return withStatementsOf(Body, std::move(All));
}

/// All uses are inside of \p All[At].
bool Sinker::declareInside(Statements &All, size_t At, VarId V,
                           const ExprPtr &Init) {
  StmtPtr S = All[At];
  for (const ExprPtr &E : S->Exprs)
    if (mentions(E, V))
      return false;
  const bool Repeats = S->isLoop();
  if (Repeats && Init) // rounds hand it on
    return false;
  if (S->K == Stmt::Kind::For && mentions(S->Body[0], V))
    return false;
  if (S->K == Stmt::Kind::Block || S->K == Stmt::Kind::If || Repeats) {
    StmtPtr Result = S;
    if (S->K == Stmt::Kind::Block) {
      All[At] = declaringFirst(S, V, Init);
      return true;
    }
    for (unsigned I = S->K == Stmt::Kind::For; I != S->Body.size(); ++I) {
      if (!mentions(S->Body[I], V))
        continue;
      // The value of the round before may be what it needs.
      if (Repeats && !setsFirst(S->Body[I], V))
        return false;
      Result = withBody(Result, I, declaringFirst(S->Body[I], V, Init));
    }
    All[At] = Result;
    return true;
  }
  return false;
}

/// Moves the declaration of the \p L th variable of \p All[At].
bool Sinker::sink(Statements &All, size_t At, unsigned L) {
  const Local Var = All[At]->Locals[L];
  const VarId V = *Var.Scalar;
  if (K.Scalars[V].Escapes || K.Scalars[V].IsConst ||
      (Var.Init && !isPure(Var.Init)))
    return false;
  for (auto [I, Other] : llvm::enumerate(All[At]->Locals))
    if (!Other.Scalar || (I != L && mentions(Other.Init, V)))
      return false;
  std::vector<size_t> Uses;
  for (size_t I = At + 1; I != All.size(); ++I)
    if (mentions(All[I], V))
      Uses.push_back(I);
  if (Uses.empty())
    return false;
  // Each stretch of uses begins with a new value, or there is one stretch.
  std::vector<size_t> Starts;
  for (size_t I : Uses)
    if (startsWithValue(All[I], V))
      Starts.push_back(I);
  Statements New = All;
  if (!Starts.empty() && Starts.front() == Uses.front()) {
    for (auto [N, Start] : llvm::enumerate(Starts)) {
      const size_t End = N + 1 == Starts.size() ? All.size() : Starts[N + 1];
      VarId Name = V;
      const bool IsLoop = All[Start]->K == Stmt::Kind::For;
      const bool Alone = llvm::none_of(
          Uses, [&, S = Start](size_t I) { return I > S && I < End; });
      const bool Inside = IsLoop && Alone;
      if (!Inside) {
        // Loops behind that are for themselves may have the same name.
        if (llvm::any_of(llvm::ArrayRef(Starts).take_front(N), [&](size_t S) {
              return New[S]->K == Stmt::Kind::Declare;
            }))
          Name = K.freshScalar(V, /*IsConst=*/false);
        for (size_t I = Start; I != End && Name != V; ++I)
          New[I] = renamed(New[I], V, Name);
      }
      if (Inside) {
        declareInLoop(New, Start, V);
      } else if (IsLoop) { // seen behind the loop
        return false;
      } else {
        New[Start] =
            declared(Name, assignmentOf(K, New[Start])->Value, New[Start]);
      }
    }
  } else if (Uses.size() != 1 ||
             (Var.Init &&
              !(isConstant(K, Var.Init) && assigns(All[Uses.front()], V))) ||
             !declareInside(New, Uses.front(), V, Var.Init)) {
    return false;
  }
  auto Rest = std::make_shared<Stmt>(*New[At]);
  Rest->Locals.erase(Rest->Locals.begin() + L);
  Rest->Text.clear();
  New[At] = Rest->Locals.empty() ? gone(New[At]) : Rest;
  All = std::move(New);
  return true;
}

StmtPtr Sinker::run(const StmtPtr &Block) {
  Statements All = Block->Body;
  for (size_t At = 0; At != All.size(); ++At)
    for (unsigned L = 0;
         All[At]->K == Stmt::Kind::Declare && L < All[At]->Locals.size();)
      if (!All[At]->Locals[L].Scalar || !sink(All, At, L))
        ++L;
  return All == Block->Body ? Block : withStatements(Block, std::move(All));
}

StmtPtr declareWhereSet(Kernel &K) {
  Sinker Sinks(K);
  // Outermost first: what moved into a block may move on.
  StmtPtr Result = K.Body;
  for (bool Changed = true; Changed;) {
    StmtPtr New = eachBlock(
        Result, [&](const StmtPtr &Block) { return Sinks.run(Block); });
    Changed = New != Result;
    Result = New;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// A name for each value
//===----------------------------------------------------------------------===//

/// Whether the statements before \p At declare \p V.
static const Local *declarationOf(VarId V, llvm::ArrayRef<StmtPtr> Before) {
  for (const StmtPtr &S : Before)
    for (const Local &L : S->Locals)
      if (L.Scalar == V)
        return &L;
  return nullptr;
}

static StmtPtr named(Kernel &K, const StmtPtr &Block, bool IsOutermost) {
  Statements All = Block->Body;
  for (size_t At = 0; At != All.size(); ++At) {
    std::optional<Assignment> A = assignmentOf(K, All[At]);
    if (!A || !countsOrPoints(K, A->To))
      continue;
    // A parameter with a value of its own, ours perhaps, stays what it is.
    const bool Declared =
        (IsOutermost && K.Scalars[A->To].IsParameter && !A->Replaces) ||
        declarationOf(A->To, llvm::ArrayRef(All).take_front(At));
    const bool Used =
        llvm::any_of(llvm::drop_begin(All, At + 1),
                     [&](const StmtPtr &S) { return mentions(S, A->To); });
    if (!Declared || !Used)
      continue;
    const VarId New = K.freshScalar(A->To, /*IsConst=*/false);
    All[At] = declared(New, A->Value, All[At]);
    for (size_t I = At + 1; I != All.size(); ++I)
      All[I] = renamed(All[I], A->To, New);
  }
  return All == Block->Body ? Block : withStatements(Block, std::move(All));
}

StmtPtr nameValues(Kernel &K) {
  const SourceRange Outermost = K.Body->Text.front().Bytes;
  return eachBlock(K.Body, [&](const StmtPtr &Block) {
    return named(K, Block,
                 !Block->Text.empty() &&
                     Block->Text.front().Bytes == Outermost);
  });
}

//===----------------------------------------------------------------------===//
// Values that conditions select
//===----------------------------------------------------------------------===//

/// What \p S gives \p V, if that is all it does.
static std::optional<Assignment> only(const Kernel &K, const StmtPtr &S) {
  Statements All = statementsOf(S);
  llvm::erase_if(
      All, [](const StmtPtr &Each) { return Each->K == Stmt::Kind::Empty; });
  return All.size() == 1 ? assignmentOf(K, All.front()) : std::nullopt;
}

/// \param Before the statements before \p S in its block.
static StmtPtr selected(Kernel &K, const StmtPtr &S,
                        llvm::ArrayRef<StmtPtr> Before) {
  if (S->K != Stmt::Kind::If || !isArithmetic(S->test()))
    return S;
  std::optional<Assignment> Then = only(K, S->Body[0]), Else;
  if (!Then || !countsOrPoints(K, Then->To))
    return S;
  const VarId V = Then->To;
  const bool HasElse = S->Body.size() > 1 && S->Body[1];
  if (HasElse)
    Else = only(K, S->Body[1]);
  // Values that loops carry on stay where they are changed.
  const Local *Declared = declarationOf(V, Before);
  if (!Declared || (!HasElse && !Declared->Init) ||
      (HasElse && (!Else || Else->To != V)))
    return S;
  TypePtr Ty = K.Scalars[V].Ty;
  ExprPtr Other = HasElse ? Else->Value : scalar(V, Ty);
  if (!isHarmless(Then->Value) || !isHarmless(Other) ||
      shown(*Then->Value).Ty != Ty || shown(*Other).Ty != Ty)
    return S;
  ExprPtr Value;
  const bool IsBool = Ty->K == Type::Kind::Bool && !HasElse;
  if (IsBool && shown(*Then->Value).isNumber(0)) {
    Value = binary("&&", Other, logicalNot(S->test(), Ty), Ty);
  } else if (IsBool && shown(*Then->Value).isNumber(1)) {
    Value = binary("||", Other, S->test(), Ty);
  } else {
    auto Pick = std::make_shared<Expr>();
    Pick->O = Expr::Op::Select;
    Pick->Ty = Ty;
    Pick->Args = {S->test(), Then->Value, Other};
    Value = Pick;
  }
  auto Sets = std::make_shared<Expr>();
  Sets->O = Expr::Op::Assign;
  Sets->Word = "=";
  Sets->Ty = Ty;
  Sets->Args = {scalar(V, Ty), Value};
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Eval;
  Result->Exprs = {Sets};
  Result->Lead = S->Lead;
  return Result;
}

StmtPtr selectValues(Kernel &K) {
  return eachBlock(K.Body, [&](const StmtPtr &Block) {
    Statements All = Block->Body;
    for (size_t I = 0; I != All.size(); ++I)
      All[I] = selected(K, All[I], llvm::ArrayRef(Block->Body).take_front(I));
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

} // namespace tessera
