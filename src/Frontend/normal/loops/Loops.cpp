//===- Loops.cpp - Loops that count in their header -----------------------===//
//
//   int k = 0;                          for (int k = 0; k < n; ++k)
//   while (k < n) { ..; ++k; }
//   int k = 0;                          for (int k = 0; k < (n > 1 ? n : 1);
//   do { ..; ++k; } while (k < n);           ++k)
//
//===----------------------------------------------------------------------===//
#include "normal/Steps.h"
#include "normal/loops/LoopParts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

namespace {

/// The step of a counter, and where it is.
struct Step {
  VarId Counter;
  ExprPtr Next; ///< `++k`
  ExprPtr By;   ///< 1
  size_t At;    ///< in the body
};

} // namespace

/// A variable that \p Test compares and the body \p All steps once a round.
static std::optional<Step> stepIn(const Kernel &K, const ExprPtr &Test,
                                  const Statements &All) {
  for (size_t At = All.size(); At-- != 0;) {
    std::optional<Assignment> A = assignmentOf(K, All[At]);
    if (!A || !countsOrPoints(K, A->To) || !mentions(Test, A->To))
      continue;
    ExprPtr By = addendIn(A->Value, A->To);
    unsigned Changes = 0;
    for (const StmtPtr &S : All)
      Changes += assigns(S, A->To);
    if (!By || Changes != 1 || !isHarmless(By))
      continue;
    // It moves behind these, which may leave the loop.
    if (llvm::all_of(llvm::drop_begin(All, At + 1), [&](const StmtPtr &S) {
          return !jumps(S) && keeps(S, By);
        }))
      return Step{A->To, All[At]->Exprs[0], By, At};
  }
  return std::nullopt;
}

/// `A > B ? A : B`, or with another \p Order; the number, of two.
static ExprPtr picked(Kernel &K, llvm::StringRef Order, const ExprPtr &A,
                      const ExprPtr &B) {
  if (A->O == Op::Number && B->O == Op::Number)
    return (A->Value > B->Value) == (Order == ">") ? A : B;
  auto Pick = std::make_shared<Expr>();
  Pick->O = Op::Select;
  Pick->Ty = A->Ty;
  Pick->Args = {binary(Order, A, B, K.boolean()), A, B};
  return Pick;
}

/// What \p Test, `k < n`, is once \p First is the counter's value and the body
/// has run before it: `k < (n > First + 1 ? n : First + 1)`.
/// \p Ends: nothing but the test ends the rounds.
static ExprPtr testOfLaterRounds(Kernel &K, const ExprPtr &Test, const Step &Of,
                                 const ExprPtr &First, bool Ends) {
  const ExprPtr &E = withoutWidening(Test);
  const ExprPtr By = withoutWidening(Of.By);
  const TypePtr Counts = K.Scalars[Of.Counter].Ty;
  if (E->O != Op::Binary || By->O != Op::Number || By->Value == 0 ||
      Counts->K != Type::Kind::Int)
    return nullptr;
  const bool Up = By->Value > 0;
  std::string Word = E->Word;
  ExprPtr Side = E->Args[0], End = E->Args[1];
  if (!unconverted(Side)->isScalar(Of.Counter)) { // `n > k`
    std::swap(Side, End);
    if (Word.front() == '<' || Word.front() == '>')
      Word.front() = Word.front() == '<' ? '>' : '<';
  }
  const ExprPtr Left = unconverted(Side);
  if (!Left->isScalar(Of.Counter) || !isHarmless(End) ||
      mentions(End, Of.Counter))
    return nullptr;
  // A wider type compares what is not negative in the same way.
  const bool Starts = First->O == Op::Number && First->Value >= 0;
  if (End->Ty != Counts &&
      !(Up && End->Ty->K == Type::Kind::Int && Starts && Side->Ty == End->Ty &&
        End->Ty->Bytes >= Counts->Bytes))
    return nullptr;
  const ExprPtr Counter = End->Ty == Counts ? Left : Side;
  // A counter with a sign that passed the end would count past its type's.
  if (Word == "!=")
    return Ends && Counts->Signed && std::abs(By->Value) == 1
               ? binary(Up ? "<" : ">", Counter, End, K.boolean())
               : nullptr;
  if (Word != (Up ? "<" : ">") && Word != (Up ? "<=" : ">="))
    return nullptr;
  // Behind the greatest number the next one is 0.
  if (!Counts->Signed && (!Up || First->O != Op::Number))
    return nullptr;
  const bool Reaches = Word.size() == 2;
  const int64_t Ahead = Reaches ? 0 : Up ? 1 : -1;
  ExprPtr Least = First->O == Op::Number
                      ? number(First->Value + Ahead, End->Ty)
                      : binary("+", First, number(Ahead, End->Ty), End->Ty);
  return binary(Word, Counter, picked(K, Up ? ">" : "<", End, Least),
                K.boolean());
}

/// \p S, one that \ref startBefore finds, without the value that it gives \p V.
static StmtPtr withoutValue(const StmtPtr &S, VarId V) {
  if (S->K != Stmt::Kind::Declare)
    return gone(S);
  auto Result = std::make_shared<Stmt>(*S);
  Result->Text.clear();
  for (Local &L : Result->Locals)
    if (L.Scalar == V)
      L.Init = nullptr;
  return Result;
}

/// Whether one of \p All before \p At declares \p V.
static bool declares(const Statements &All, size_t At, VarId V) {
  return llvm::any_of(llvm::ArrayRef(All).take_front(At), [&](const auto &S) {
    return llvm::any_of(S->Locals,
                        [&](const Local &L) { return L.Scalar == V; });
  });
}

/// \p All[At], a loop that steps a counter in its body, as one that does in its
/// header. Its start is taken out of \p All.
static bool count(Kernel &K, Statements &All, size_t At) {
  const StmtPtr Loop = All[At];
  const bool IsFor = Loop->K == Stmt::Kind::For;
  if (!Loop->isLoop() || !Loop->Exprs[0] || !isPure(Loop->Exprs[0]))
    return false;
  Statements Body = statementsOf(Loop->body());
  ExprPtr Next = IsFor ? Loop->Exprs[1] : nullptr;
  StmtPtr Init = IsFor ? Loop->Body[0] : nullptr;
  ExprPtr Test = Loop->Exprs[0];
  VarId Counter = 0;
  bool Changed = false;
  if (!Next) {
    std::optional<Step> Found = stepIn(K, Test, Body);
    if (!Found || continues(Loop->body()))
      return false;
    Counter = Found->Counter;
    // What comes behind the step sees the next value.
    ExprPtr Behind = assignmentOf(K, Body[Found->At])->Value;
    for (size_t I = Found->At + 1; I != Body.size(); ++I)
      Body[I] = rewritten(Body[I], [&](const ExprPtr &E) -> ExprPtr {
        return E->isScalar(Counter) ? Behind : nullptr;
      });
    if (Loop->K == Stmt::Kind::Do) {
      const size_t Start = startBefore(K, All, At, Counter);
      if (Start == All.size())
        return false;
      const ExprPtr First = valueIn(All[Start], Counter);
      Test = keeps(between(All, Start, At + 1), First)
                 ? testOfLaterRounds(K, Test, *Found, withoutWidening(First),
                                     !jumps(Loop->body()))
                 : nullptr;
      if (!Test)
        return false;
    }
    Next = Found->Next;
    Body[Found->At] = gone(Body[Found->At]);
    Changed = true;
  } else if (Loop->K == Stmt::Kind::For && !Init) {
    std::optional<Assignment> A = assignmentOf(K, Next);
    if (!A || !countsOrPoints(K, A->To) || !addendIn(A->Value, A->To))
      return false;
    Counter = A->To;
  } else {
    return false;
  }
  StmtPtr Rest = withStatementsOf(Loop->body(), std::move(Body));
  const size_t Start = Init ? All.size() : startBefore(K, All, At, Counter);
  const bool Seen = seenBehind(All, At, Counter);
  if (Start != All.size() &&
      keeps(between(All, Start, At), valueIn(All[Start], Counter))) {
    const ExprPtr First = inItsType(valueIn(All[Start], Counter));
    if (!Seen)
      std::tie(All[Start], Init) = taken(All[Start], Counter);
    else if (First) {
      All[Start] = withoutValue(All[Start], Counter);
      Init = evaluated(
          assignment("=", scalar(Counter, K.Scalars[Counter].Ty), First));
    }
    Changed |= Init != nullptr;
  } else if (!Init && !Seen && declares(All, At, Counter)) {
    // What is between sees where it starts.
    const VarId Own = K.freshScalar(Counter, /*IsConst=*/false);
    auto From = std::make_shared<Stmt>(
        *declared(Own, scalar(Counter, K.Scalars[Counter].Ty), Loop));
    From->Lead = {};
    Init = From;
    Test = renamed(Test, Counter, Own);
    Next = renamed(Next, Counter, Own);
    Rest = renamed(Rest, Counter, Own);
    Changed = true;
  }
  if (!Changed)
    return false;
  All[At] = loopOf(Init, Test, Next, Rest, Loop->Lead);
  return true;
}

StmtPtr countLoops(Kernel &K) {
  return eachList(K.Body, [&](Statements &All) {
    for (size_t At = 0; At < All.size(); ++At)
      if (!splitHeader(K, All, At))
        count(K, All, At);
  });
}

} // namespace tessera
