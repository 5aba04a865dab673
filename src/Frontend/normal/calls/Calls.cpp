//===- Calls.cpp - Functions in the place of their calls ------------------===//
//
//   c[i] = dot(a + y * n, n);       const float *row = a + y * n;
//                                   float sum = 0;
//                              =>   for (int k = 0; k < n; ++k)
//                                     sum += row[k];
//                                   c[i] = sum;
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "normal/calls/CallOrder.h"
#include "normal/calls/CallParts.h"
#include "normal/calls/Returns.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

/// More calls than that would make too long a text; of functions that are one
/// expression.
constexpr unsigned MostCalls = 8, MostValues = 64;
/// Of an argument that stands in several places.
constexpr unsigned MostLeaves = 4;

class Inliner {
public:
  explicit Inliner(Kernel &K) : K(K) {}

  StmtPtr run();

private:
  using Values = std::map<VarId, ExprPtr>;
  ExprPtr converted(const ExprPtr &E, TypePtr To, const std::string &Type);
  ExprPtr object(ir::Object Own);
  ExprPtr valueOf(const Expr &Call);
  ExprPtr resultOf(const Function &F, llvm::ArrayRef<StmtPtr> Body,
                   Values &Known);
  std::optional<Statements> expanded(const StmtPtr &S, const ExprPtr &E);
  std::optional<Statements> expandedCall(const StmtPtr &S, const ExprPtr &Call);
  std::optional<Statements> expandedBehind(const StmtPtr &S);
  std::optional<Statements> apart(const StmtPtr &S) const;
  void expandIn(Statements &All, size_t &At);
  StmtPtr inBlocks(const StmtPtr &S);

  Kernel &K;
};

} // namespace

/// Whether \p E is as short as a name, and computes nothing.
static bool isName(const ExprPtr &E) {
  return E->O == Op::Scalar || E->O == Op::Number || E->O == Op::Builtin ||
         (E->O == Op::Name && E->Pure);
}

static unsigned uses(const ExprPtr &E, VarId V) {
  unsigned Count = 0;
  walk(E, [&](const Expr &Each) {
    Count += Each.isScalar(V);
    return true;
  });
  return Count;
}

/// Whether \p E may stand in several places: it is a short sum of names.
static bool isShort(const ExprPtr &E) {
  return isName(E) ||
         (E->Ty->isInteger() && isHarmless(E) && leavesOf(E) <= MostLeaves);
}

/// Whether values of \p From are those of \p To, but for what pointers may
/// write.
static bool isSame(TypePtr From, TypePtr To) {
  return From == To ||
         (From->isPointer() && To->isPointer() && From->Element == To->Element);
}

/// \p E, which becomes a \p To by itself where it stands, for another place.
ExprPtr Inliner::converted(const ExprPtr &E, TypePtr To,
                           const std::string &Type) {
  ExprPtr Of = E;
  while (Of->is(Op::Cast) && Of->Implicit)
    Of = Of->Args[0];
  if (Of->O == Op::Make) // elsewhere braces need its name
    return unwritten(Of);
  if (isSame(Of->Ty, To))
    return Of;
  if (Of->O == Op::Number && To->K == Type::Kind::Int && Of->Value >= 0 &&
      Of->Value <= INT32_MAX)
    return number(Of->Value, To);
  auto Cast = std::make_shared<Expr>();
  Cast->O = Op::Cast;
  Cast->Ty = To;
  Cast->Word = Type;
  Cast->Args = {Of};
  return Cast;
}

/// What \p Body returns, if it does nothing else; null if it may.
ExprPtr Inliner::resultOf(const Function &F, llvm::ArrayRef<StmtPtr> Body,
                          Values &Known) {
  while (!Body.empty() && Body.front()->K == Stmt::Kind::Empty)
    Body = Body.drop_front();
  if (Body.empty())
    return nullptr;
  const StmtPtr &First = Body.front();
  if (First->K == Stmt::Kind::Return && First->Exprs.size() == 1)
    return isPure(First->Exprs[0])
               ? converted(First->Exprs[0], F.Result, F.ResultType)
               : nullptr;
  if (First->K == Stmt::Kind::Block && Body.size() == 1)
    return resultOf(F, First->Body, Known);
  if (First->K == Stmt::Kind::Declare) {
    for (const Local &L : First->Locals) {
      if (!L.Scalar || !L.Init || !isPure(L.Init))
        return nullptr;
      Known[*L.Scalar] = L.Init;
    }
    return resultOf(F, Body.drop_front(), Known);
  }
  if (First->K != Stmt::Kind::If || !isPure(First->test()))
    return nullptr;
  const Statements Then = statementsOf(First->Body[0]);
  const bool HasElse = First->Body.size() > 1 && First->Body[1];
  if (HasElse && Body.size() > 1)
    return nullptr;
  const Statements Else = HasElse
                              ? statementsOf(First->Body[1])
                              : Statements(std::next(Body.begin()), Body.end());
  ExprPtr A = resultOf(F, Then, Known), B = resultOf(F, Else, Known);
  if (!A || !B || shown(*A).Ty != shown(*B).Ty)
    return nullptr;
  auto Pick = std::make_shared<Expr>();
  Pick->O = Op::Select;
  Pick->Ty = shown(*A).Ty;
  Pick->Args = {First->test(), inArm(A, B), inArm(B, A)};
  return Pick;
}

/// Another object like \p Own, by its name.
ExprPtr Inliner::object(ir::Object Own) {
  Own.Name = K.movedName(Own.Name);
  auto Name = std::make_shared<Expr>();
  Name->O = Op::Name;
  Name->Ty = Own.Ty;
  Name->Word = Own.Name;
  Name->IsLocal = true;
  Name->Scalar = K.Others.size();
  K.Others.push_back(std::move(Own));
  return Name;
}

/// \p Call as an expression; null if it takes statements.
ExprPtr Inliner::valueOf(const Expr &Call) {
  const Function &F = K.Functions[*Call.Function];
  bool Assigns = false;
  eachExpr(F.Body, [&](const ExprPtr &E) { Assigns |= !isPure(E); });
  Values Declared;
  ExprPtr Result = Assigns ? nullptr : resultOf(F, F.Body->Body, Declared);
  if (!Result || Call.Args.size() < F.Parameters.size())
    return nullptr;
  std::map<VarId, ExprPtr> Objects;
  // What is declared last may name what is before.
  for (auto At = Declared.rbegin(); At != Declared.rend(); ++At) {
    const ir::Scalar &Of = K.Scalars[At->first];
    const ExprPtr Value = converted(At->second, Of.Ty, Of.Type);
    if (uses(Result, At->first) > 1 && !isShort(Value))
      return nullptr;
    Result = replaced(Result, {{At->first, Value}});
  }
  Values Arguments;
  for (auto [P, Arg] : llvm::zip(F.Parameters, Call.Args)) {
    if (P.IsObject) {
      Objects[P.Id] = unconverted(Arg);
      if (unconverted(Arg)->O != Op::Name || !unconverted(Arg)->IsLocal)
        return nullptr;
      continue;
    }
    const ir::Scalar &Of = K.Scalars[P.Id];
    const ExprPtr Value = converted(Arg, Of.Ty, Of.Type);
    if (!isPure(Value) || (uses(Result, P.Id) > 1 && !isShort(Value)))
      return nullptr;
    Arguments[P.Id] = Value;
  }
  return converted(withObjects(replaced(Result, Arguments), Objects), F.Result,
                   F.ResultType);
}

static bool returnsFrom(const StmtPtr &S) {
  bool Result = false;
  walk(S, [&](const Stmt &Each) {
    Result |= Each.K == Stmt::Kind::Return;
    return !Result;
  });
  return Result;
}

/// \p S, which evaluates \p E, with the first call expanded that can be.
std::optional<Statements> Inliner::expanded(const StmtPtr &S,
                                            const ExprPtr &E) {
  std::vector<ExprPtr> Calls;
  callsIn(E, Calls);
  for (const ExprPtr &Call : Calls)
    if (std::optional<Statements> New = expandedCall(S, Call))
      return New;
  return std::nullopt;
}

/// The statements that \p Call stands for, and \p S behind them.
std::optional<Statements> Inliner::expandedCall(const StmtPtr &S,
                                                const ExprPtr &Call) {
  const Function F = K.Functions[*Call->Function];
  if (Call->Args.size() < F.Parameters.size())
    return std::nullopt;
  Statements Body = F.Body->Body;
  ExprPtr Result;
  if (F.Result->K == Type::Kind::Void &&
      (S->K != Stmt::Kind::Eval || S->Exprs[0] != Call))
    return std::nullopt;
  while (!Body.empty() && Body.back()->K == Stmt::Kind::Empty)
    Body.pop_back();
  if (F.Result->K != Type::Kind::Void && !Body.empty() &&
      Body.back()->K == Stmt::Kind::Return && isPure(Body.back()->Exprs[0]) &&
      llvm::none_of(llvm::drop_end(Body), returnsFrom)) {
    Result = converted(Body.back()->Exprs[0], F.Result, F.ResultType);
    Body.pop_back();
  }
  const bool NeedsName = F.Result->K != Type::Kind::Void && !Result;
  const bool IsObject = F.Result->K == Type::Kind::Record;
  if (NeedsName && IsObject && !F.Result->Blank)
    return std::nullopt;
  if (NeedsName && IsObject) {
    ir::Object Own;
    Own.Name = "result";
    Own.Type = F.ResultType;
    Own.Ty = F.Result;
    Result = object(std::move(Own));
  } else if (NeedsName) {
    ir::Scalar Own;
    Own.Stem = "result";
    Own.Name = K.movedName(Own.Stem);
    Own.Type = F.ResultType;
    Own.Ty = F.Result;
    K.Scalars.push_back(std::move(Own));
    Result = scalar(K.Scalars.size() - 1, F.Result);
  }
  const ExprPtr Returned = NeedsName ? Result : nullptr;
  std::optional<Statements> Plain =
      withoutReturns(K, Body, [&](const StmtPtr &Return) -> StmtPtr {
        if (!Returned)
          return nullptr;
        auto Sets = std::make_shared<Stmt>(
            *evaluated(assignment("=", Returned, Return->Exprs[0])));
        Sets->Lead = Return->Lead;
        return Sets;
      });
  if (!Plain)
    return std::nullopt;
  const bool Writes = writes(*Plain);
  if (!canShare(K, S, *Call, Writes))
    return std::nullopt;
  for (const ExprPtr &E : S->Exprs)
    if (E && E != Call && !mayComeFirst(K, E, Call, Writes))
      return std::nullopt;
  for (const Local &L : S->Locals)
    if (L.Init && !mayComeFirst(K, L.Init, Call, Writes))
      return std::nullopt;

  Statements New;
  auto Rename = [&](VarId Old, VarId By) {
    for (StmtPtr &Each : *Plain)
      Each = renamed(Each, Old, By);
    if (Result)
      Result = renamed(Result, Old, By);
  };
  auto Moved = [&](VarId Of) {
    ir::Scalar Copy = K.Scalars[Of];
    Copy.Name = K.movedName(Copy.Stem);
    K.Scalars.push_back(std::move(Copy));
    return VarId(K.Scalars.size() - 1);
  };
  auto AssignedIn = [&](VarId V) {
    return llvm::any_of(*Plain,
                        [&](const StmtPtr &Each) { return assigns(Each, V); });
  };
  if (Returned)
    New.push_back(IsObject ? declaredOther(Returned->Scalar, nullptr, S)
                           : declared(Returned->Scalar, nullptr, S));
  std::map<VarId, ExprPtr> Objects;
  auto MovedObject = [&](VarId Of) {
    return Objects[Of] = object(K.Others[Of]);
  };
  const StmtPtr Nowhere = std::make_shared<Stmt>();
  for (auto [Parameter, Arg] : llvm::zip(F.Parameters, Call->Args)) {
    const VarId P = Parameter.Id;
    if (Parameter.IsReference) {
      Objects[P] = unconverted(Arg);
      continue;
    }
    if (Parameter.IsObject) {
      New.push_back(declaredOther(MovedObject(P)->Scalar, Arg,
                                  New.empty() ? S : Nowhere));
      continue;
    }
    if (F.References.count(P)) {
      Rename(P, Arg->Args[0]->Scalar);
      continue;
    }
    if (F.Pointees.count(P) && Arg->is(Op::Assign, "&")) {
      for (StmtPtr &Each : *Plain)
        Each = withPointee(Each, P, Arg->Args[0]);
      if (Result)
        Result = pointee(Result, P, Arg->Args[0]);
      continue;
    }
    const ExprPtr &Of = unconverted(Arg);
    const bool IsIt = Of->O == Op::Scalar && isSame(Of->Ty, K.Scalars[P].Ty) &&
                      isSetOnce(K, Of->Scalar) && !AssignedIn(P);
    if (IsIt) {
      Rename(P, Of->Scalar);
      continue;
    }
    const VarId Own = Moved(P);
    StmtPtr Declared = declared(Own, Arg, S);
    if (!New.empty()) {
      auto Copy = std::make_shared<Stmt>(*Declared);
      Copy->Lead = {};
      Declared = Copy;
    }
    New.push_back(Declared);
    Rename(P, Own);
  }
  std::vector<VarId> Locals;
  for (const StmtPtr &Each : *Plain)
    walk(Each, [&](const Stmt &Inner) {
      for (const Local &L : Inner.Locals)
        if (L.Scalar)
          Locals.push_back(*L.Scalar);
        else
          MovedObject(*L.Other);
      return true;
    });
  for (VarId V : Locals)
    Rename(V, Moved(V));
  for (StmtPtr &Each : *Plain)
    Each = withObjects(Each, Objects);
  if (Result)
    Result = withObjects(Result, Objects);
  llvm::append_range(New, *Plain);
  if (!Result || (S->K == Stmt::Kind::Eval && S->Exprs[0] == Call))
    return New;
  StmtPtr Rest = S;
  for (unsigned I = 0; I != S->Exprs.size(); ++I)
    if (S->Exprs[I])
      Rest = withExpr(Rest, I, exchanged(S->Exprs[I], Call, Result));
  for (unsigned I = 0; I != S->Locals.size(); ++I)
    if (S->Locals[I].Init)
      Rest = withInit(Rest, I, exchanged(S->Locals[I].Init, Call, Result));
  New.push_back(Rest);
  return New;
}

/// `if (a && f())`, where f is called only if a holds.
std::optional<Statements> Inliner::expandedBehind(const StmtPtr &S) {
  const ExprPtr &Test = S->test();
  if (!Test->is(Op::Binary, "&&") || (S->Body.size() > 1 && S->Body[1]))
    return std::nullopt;
  auto Inner = std::make_shared<Stmt>();
  Inner->K = Stmt::Kind::If;
  Inner->Exprs = {Test->Args[1]};
  Inner->Body = {S->Body[0]};
  std::optional<Statements> All = expanded(Inner, Inner->Exprs[0]);
  if (!All)
    return std::nullopt;
  auto Block = std::make_shared<Stmt>();
  Block->K = Stmt::Kind::Block;
  Block->Body = std::move(*All);
  auto Outer = std::make_shared<Stmt>();
  Outer->K = Stmt::Kind::If;
  Outer->Lead = S->Lead;
  Outer->Exprs = {Test->Args[0]};
  Outer->Body = {Block};
  return Statements{Outer};
}

/// `int i = f(), j = g();` as one statement for each variable; nothing for what
/// needs none, or has variables of another kind.
std::optional<Statements> Inliner::apart(const StmtPtr &S) const {
  if (S->K != Stmt::Kind::Declare || S->Locals.size() < 2)
    return std::nullopt;
  std::vector<ExprPtr> Calls;
  for (const Local &L : S->Locals) {
    callsIn(L.Init, Calls);
    if (L.IsReference || K.declarator(L).empty())
      return std::nullopt;
  }
  if (Calls.empty())
    return std::nullopt;
  Statements Result;
  for (const Local &L : S->Locals) {
    const StmtPtr At = Result.empty() ? S : gone(S);
    Result.push_back(L.Scalar ? declared(*L.Scalar, L.Init, At)
                              : declaredOther(*L.Other, L.Init, At));
  }
  return Result;
}

void Inliner::expandIn(Statements &All, size_t &At) {
  if (std::optional<Statements> Each = apart(All[At])) {
    All.erase(All.begin() + At);
    All.insert(All.begin() + At, Each->begin(), Each->end());
  }
  const StmtPtr S = All[At];
  const bool Plain = S->K == Stmt::Kind::Eval || S->K == Stmt::Kind::If ||
                     (S->K == Stmt::Kind::Declare && S->Locals.size() == 1);
  if (!Plain)
    return;
  std::optional<Statements> New = expanded(
      S, S->K == Stmt::Kind::Declare ? S->Locals[0].Init : S->Exprs[0]);
  if (!New && S->K == Stmt::Kind::If)
    New = expandedBehind(S);
  if (!New)
    return;
  All.erase(All.begin() + At);
  All.insert(All.begin() + At, New->begin(), New->end());
  At += New->size() - 1;
}

/// \p S with calls expanded in its blocks, and in what needs no braces before.
StmtPtr Inliner::inBlocks(const StmtPtr &S) {
  if (!S)
    return S;
  StmtPtr Result = S;
  const unsigned First = S->K == Stmt::Kind::For; // behind where it starts
  for (unsigned I = First; I < S->Body.size(); ++I)
    Result = withBody(Result, I, inBlocks(S->Body[I]));
  auto Expanded = [&](const StmtPtr &Body) {
    Statements All = statementsOf(Body);
    for (size_t At = 0; At < All.size(); ++At)
      expandIn(All, At);
    return All == statementsOf(Body) ? Body
                                     : withStatementsOf(Body, std::move(All));
  };
  if (S->K == Stmt::Kind::Block)
    return Expanded(Result);
  for (unsigned I = First; I < S->Body.size(); ++I)
    if (S->Body[I] && S->Body[I]->K != Stmt::Kind::Block)
      Result = withBody(Result, I, Expanded(Result->Body[I]));
  return Result;
}

StmtPtr Inliner::run() {
  std::vector<unsigned> Calls(K.Functions.size());
  eachExpr(K.Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Call && Each.Function)
        ++Calls[*Each.Function];
      return true;
    });
  });
  auto IsTooLong = [&](const Function &F) {
    const bool IsValue =
        F.Body->Body.size() == 1 && F.Body->Body[0]->K == Stmt::Kind::Return;
    return Calls[&F - K.Functions.data()] > (IsValue ? MostValues : MostCalls);
  };
  if (llvm::any_of(K.Functions, IsTooLong)) {
    keepShared(K, K.Body);
    return withoutLambdas(K, K.Body);
  }
  const StmtPtr Body = rewritten(K.Body, [&](const ExprPtr &E) -> ExprPtr {
    return E->O == Op::Call && E->Function ? valueOf(*E) : nullptr;
  });
  const StmtPtr Result =
      withoutObjects(K, withoutLambdas(K, inBlocks(Body)), K.Body);
  keepShared(K, Result);
  return Result == K.Body ? Result : withoutCasts(K, Result);
}

StmtPtr replaceCalls(Kernel &K) {
  return K.Functions.empty() ? K.Body : Inliner(K).run();
}

} // namespace tessera
