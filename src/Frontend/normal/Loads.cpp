//===- Loads.cpp - What a condition lets read -----------------------------===//
//
//   sum += (j >= 0 && j < n               float in_value = 0.0f;
//               ? in[j] : 0.0f) * f[k] => if (j >= 0 && j < n)
//                                           in_value = in[j];
//                                         sum += in_value * f[k];
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

/// An expression that is one of memory under a condition, and otherwise a
/// constant.
struct Choice {
  ExprPtr When, Read, Otherwise;
};

} // namespace

/// What \p E converts without a word to a value of its own type.
static const ExprPtr &ofItsType(const ExprPtr &E) {
  return E->is(Op::Cast) && E->Implicit && E->Args[0]->Ty == E->Ty
             ? ofItsType(E->Args[0])
             : E;
}

static bool readsMemory(const ExprPtr &E) { return !isArithmetic(E); }

/// \p E, a `?:`, as a choice; nothing for others.
static std::optional<Choice> choiceOf(Kernel &K, const ExprPtr &E) {
  const ExprPtr &Select = ofItsType(E);
  if (Select->O != Op::Select || !isHarmless(Select->Args[0]))
    return std::nullopt;
  for (bool Negated : {false, true}) {
    const ExprPtr &Read = ofItsType(Select->Args[Negated ? 2 : 1]),
                  &Other = ofItsType(Select->Args[Negated ? 1 : 2]);
    if (readsMemory(Other) || !readsMemory(Read) || !isPure(Read))
      continue;
    if (!isHarmless(Other) || !isConstant(K, Other))
      return std::nullopt;
    const ExprPtr When =
        Negated ? logicalNot(Select->Args[0], K.boolean()) : Select->Args[0];
    if (Read->O != Op::Select)
      return Choice{When, Read, Other};
    std::optional<Choice> Inner = choiceOf(K, Read);
    if (!Inner || !equal(*Inner->Otherwise, *Other))
      return std::nullopt;
    Inner->When = binary("&&", When, Inner->When, K.boolean());
    return Inner;
  }
  return std::nullopt;
}

/// The first `?:` in \p E, which is evaluated in any case, that is a choice.
static ExprPtr choiceIn(Kernel &K, const ExprPtr &E) {
  if (choiceOf(K, E))
    return E;
  const bool Short =
      E->is(Op::Binary, "&&") || E->is(Op::Binary, "||") || E->O == Op::Select;
  for (const ExprPtr &Arg : E->Args) {
    if (ExprPtr Found = choiceIn(K, Arg))
      return Found;
    if (Short)
      break;
  }
  return nullptr;
}

/// After the array that \p E reads.
static std::string stemOf(const Kernel &K, const ExprPtr &E) {
  std::string Name = "value";
  if (E->O != Op::Element)
    return Name;
  walk(E->Args[0], [&](const Expr &Each) {
    if (Each.O == Op::Scalar && Each.Ty->isPointer())
      Name = K.Scalars[Each.Scalar].Name + "_value";
    else if (Each.O == Op::Name)
      Name = Each.Word + "_value";
    return Name == "value";
  });
  return Name;
}

/// `if (When) V = Read;`
static StmtPtr readIf(Kernel &K, const Choice &Of, VarId V) {
  const TypePtr Ty = K.Scalars[V].Ty;
  auto Sets = std::make_shared<Expr>();
  Sets->O = Op::Assign;
  Sets->Word = "=";
  Sets->Ty = Ty;
  Sets->Args = {scalar(V, Ty), Of.Read};
  auto Eval = std::make_shared<Stmt>();
  Eval->K = Stmt::Kind::Eval;
  Eval->Exprs = {Sets};
  auto If = std::make_shared<Stmt>();
  If->K = Stmt::Kind::If;
  If->Exprs = {Of.When};
  If->Body = {Eval};
  return If;
}

/// What is evaluated in \p S, once and first; null if that is not all.
static ExprPtr evaluatedIn(const StmtPtr &S) {
  if (S->K == Stmt::Kind::Declare)
    return S->Locals.size() == 1 && S->Locals[0].Scalar &&
                   !S->Locals[0].IsReference
               ? S->Locals[0].Init
               : nullptr;
  if (S->K == Stmt::Kind::If && isPure(S->test()))
    return S->test();
  if (S->K != Stmt::Kind::Eval || S->Exprs[0]->O != Op::Assign ||
      S->Exprs[0]->Args.size() != 2 || !isPure(S->Exprs[0]->Args[0]))
    return nullptr;
  return S->Exprs[0]->Args[1];
}

/// \p S with the first choice in it before; nothing if there is none.
static std::optional<Statements> withRead(Kernel &K, const StmtPtr &S) {
  const ExprPtr All = evaluatedIn(S);
  if (!All || !isPure(All))
    return std::nullopt;
  const ExprPtr At = choiceIn(K, All);
  if (!At)
    return std::nullopt;
  const Choice Of = *choiceOf(K, At);
  // A declaration of what is chosen need not have another variable.
  if (S->K == Stmt::Kind::Declare && At == All) {
    const VarId V = *S->Locals[0].Scalar;
    if (K.Scalars[V].Escapes || K.Scalars[V].Ty != Of.Read->Ty)
      return std::nullopt;
    K.Scalars[V].IsConst = false;
    return Statements{declared(V, Of.Otherwise, S), readIf(K, Of, V)};
  }
  const std::optional<std::string> Type = typeName(*At->Ty);
  if (!Type || Of.Read->Ty != At->Ty)
    return std::nullopt;
  ir::Scalar New;
  New.Stem = stemOf(K, Of.Read);
  New.Name = K.freshName(New.Stem);
  New.Ty = At->Ty;
  New.Type = *Type;
  const VarId V = K.Scalars.size();
  K.Scalars.push_back(std::move(New));
  const ExprPtr Value = scalar(V, At->Ty);
  StmtPtr Rest = rewritten(S, [&](const ExprPtr &E) -> ExprPtr {
    return E == At ? Value : nullptr;
  });
  return Statements{declared(V, Of.Otherwise, S), readIf(K, Of, V),
                    std::move(Rest)};
}

StmtPtr readUnderConditions(Kernel &K) {
  return eachStatement(K.Body,
                       [&](const StmtPtr &S) { return withRead(K, S); });
}

} // namespace tessera
