//===- TraceStmt.cpp - The way of a thread --------------------------------===//
#include "effects/Changes.h"
#include "trace/ThreadTracer.h"

using namespace clang;

namespace tessera {

using Kind = TracedValue::Kind;

void ThreadTracer::forget(const Stmt *S) {
  auto [At, New] = L.Changed.try_emplace(S);
  if (New) {
    const VariableSet Found = changedIn(S);
    L.Changed[S].assign(Found.begin(), Found.end());
  }
  for (const VarDecl *V : L.Changed[S])
    Values.erase(V);
}

void ThreadTracer::inDoubt(const Stmt *S, llvm::function_ref<void()> Do) {
  const Variables Before = Values;
  ++Doubts;
  Do();
  --Doubts;
  Values = Before;
  forget(S);
}

void ThreadTracer::declare(const VarDecl *V) {
  if (!V->hasLocalStorage() || V->hasAttr<CUDASharedAttr>()) {
    arrayOf(V);
    return;
  }
  Values.erase(V);
  const Expr *Init = V->getInit();
  if (!Init)
    return;
  if (V->getType()->isReferenceType()) {
    const TracedValue To = Init->isGLValue() ? place(Init) : value(Init);
    if (!To.isNumber())
      Values[V] = To;
    return;
  }
  const TracedValue First = value(Init);
  if (V->getType()->isScalarType() && !V->getType().isVolatileQualified())
    Values[V] = First;
}

ThreadTracer::Flow ThreadTracer::branch(const IfStmt *S) {
  if (S->getInit())
    run(S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    declare(V);
  bool Holds = false;
  if (known(value(S->getCond()), Holds)) {
    const Stmt *Taken = Holds ? S->getThen() : S->getElse();
    return Taken ? run(Taken) : Flow::Next;
  }
  Flow First = Flow::Next, Second = Flow::Next;
  inDoubt(S->getThen(), [&] { First = run(S->getThen()); });
  if (S->getElse())
    inDoubt(S->getElse(), [&] { Second = run(S->getElse()); });
  if (First == Second)
    return First;
  // Where the thread is now is not known until the loop or the function ends.
  ++(First == Flow::Return || Second == Flow::Return ? Gone : Doubts);
  return Flow::Next;
}

ThreadTracer::Flow ThreadTracer::loop(const Stmt *Whole, const Expr *Test,
                                      const Expr *Next, const Stmt *Body,
                                      bool TestsFirst) {
  const unsigned DoubtsBefore = Doubts;
  const unsigned Number =
      L.Loops.try_emplace(Whole, L.Loops.size() + 1).first->second;
  const unsigned OuterLoop = std::exchange(Loop, Number);
  const unsigned OuterRound = std::exchange(Round, 0);
  Flow End = Flow::Next;
  // It may go on any number of times.
  auto GoesOn = [&] {
    forget(Whole);
    Flow Left = Flow::Next;
    inDoubt(Whole, [&] {
      Left = run(Body);
      if (Next)
        value(Next);
      if (Test)
        value(Test);
    });
    Gone += Left == Flow::Return;
  };
  for (bool Tests = TestsFirst; spend(); Tests = true) {
    bool Holds = true;
    if (Tests && Test && !known(value(Test), Holds)) {
      GoesOn();
      break;
    }
    if (!Holds)
      break;
    const unsigned DoubtsOfRound = Doubts;
    const Flow After = run(Body);
    if (After == Flow::Return)
      End = After;
    if (After == Flow::Return || After == Flow::Break)
      break;
    if (Doubts > DoubtsOfRound) {
      GoesOn();
      break;
    }
    if (Next)
      value(Next);
    ++Round;
  }
  Doubts = DoubtsBefore;
  Loop = OuterLoop;
  Round = OuterRound;
  return End;
}

ThreadTracer::Flow ThreadTracer::select(const SwitchStmt *S) {
  if (S->getInit())
    run(S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    declare(V);
  const TracedValue On = value(S->getCond());
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body) {
    stop();
    return Flow::Next;
  }
  // Statements, and which of them the value leads to.
  std::vector<const Stmt *> Each;
  std::optional<size_t> Start, Default;
  unsigned Labels = 0;
  for (const Stmt *Child : Body->body()) {
    while (const auto *Label = dyn_cast<SwitchCase>(Child)) {
      ++Labels;
      if (const auto *Case = dyn_cast<CaseStmt>(Label)) {
        const TracedValue At = value(Case->getLHS());
        if (!At.isNumber() || Case->getRHS())
          stop();
        else if (On.isNumber() && At.Number == On.Number)
          Start = Each.size();
      } else {
        Default = Each.size();
      }
      Child = Label->getSubStmt();
    }
    Each.push_back(Child);
  }
  for (const SwitchCase *C = S->getSwitchCaseList(); C;
       C = C->getNextSwitchCase())
    --Labels;
  if (Labels != 0) // some stand inside of other statements
    stop();
  if (On.isNumber()) {
    for (size_t I = Start.value_or(Default.value_or(Each.size()));
         I < Each.size() && !Stopped; ++I)
      if (Flow After = run(Each[I]); After == Flow::Break)
        break;
      else if (After != Flow::Next)
        return After;
    return Flow::Next;
  }
  bool Returns = false, Continues = false;
  const unsigned DoubtsBefore = Doubts;
  inDoubt(S, [&] {
    for (const Stmt *Child : Each) {
      const Flow After = run(Child);
      Returns |= After == Flow::Return;
      Continues |= After == Flow::Continue;
      forget(S);
    }
  });
  Doubts = DoubtsBefore + Continues;
  Gone += Returns;
  return Flow::Next;
}

ThreadTracer::Flow ThreadTracer::run(const Stmt *S) {
  if (!S || !spend())
    return Flow::Next;
  if (const auto *E = dyn_cast<Expr>(S)) {
    E->isGLValue() ? place(E) : value(E);
    return Flow::Next;
  }
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt *Child : S->children())
      if (Flow After = run(Child); After != Flow::Next || Stopped)
        return After;
    return Flow::Next;
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declare(V);
    return Flow::Next;
  case Stmt::IfStmtClass:
    return branch(cast<IfStmt>(S));
  case Stmt::ForStmtClass: {
    const auto *For = cast<ForStmt>(S);
    run(For->getInit());
    if (For->getConditionVariable())
      stop();
    return loop(S, For->getCond(), For->getInc(), For->getBody(), true);
  }
  case Stmt::WhileStmtClass: {
    const auto *While = cast<WhileStmt>(S);
    if (While->getConditionVariable())
      stop();
    return loop(S, While->getCond(), nullptr, While->getBody(), true);
  }
  case Stmt::DoStmtClass: {
    const auto *Do = cast<DoStmt>(S);
    return loop(S, Do->getCond(), nullptr, Do->getBody(), false);
  }
  case Stmt::SwitchStmtClass:
    return select(cast<SwitchStmt>(S));
  case Stmt::BreakStmtClass:
    return Flow::Break;
  case Stmt::ContinueStmtClass:
    return Flow::Continue;
  case Stmt::ReturnStmtClass: {
    TracedValue V;
    if (const Expr *E = cast<ReturnStmt>(S)->getRetValue())
      V = E->isGLValue() ? place(E) : value(E);
    ReturnsInDoubt |= Doubts + Gone > DoubtsOfCall;
    Returned = ReturnsInDoubt ? TracedValue{} : V;
    return Flow::Return;
  }
  case Stmt::AttributedStmtClass:
    return run(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::NullStmtClass:
    return Flow::Next;
  default: // jumps, assembler code
    L.Trace.OrdersItself = true;
    stop();
    return Flow::Next;
  }
}

void ThreadTracer::run(const FunctionDecl *Kernel) {
  for (const auto &[P, V] : L.Parameters)
    Values[P] = V;
  L.Trace.Threads[Thread].Ends = true;
  run(Kernel->getBody());
}

} // namespace tessera
