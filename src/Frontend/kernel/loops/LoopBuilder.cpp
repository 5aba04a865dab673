//===- LoopBuilder.cpp - Loops of a KernelTree ----------------------------===//
#include "kernel/KernelBuilder.h"
#include "kernel/UnknownParts.h"

using namespace clang;

namespace tessera {

const Stmt *jumpIn(const Stmt *S, bool InLoop) {
  if (!S)
    return nullptr;
  if (isa<ReturnStmt, GotoStmt, LabelStmt>(S))
    return S;
  if (isa<BreakStmt, ContinueStmt>(S))
    return InLoop ? nullptr : S;
  bool Inner = InLoop || isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(S);
  for (const Stmt *Child : S->children())
    if (const Stmt *Jump = jumpIn(Child, Inner))
      return Jump;
  return nullptr;
}

bool containsJump(const Stmt *S, bool InLoop) { return jumpIn(S, InLoop); }

/// Why nobody knows the rounds of the loop \p S, where its parts do not tell.
static UnknownPart roundsUnknownBy(const FrontendContext &C,
                                   const KernelParts::LoopParts &S,
                                   const IndexScope &Scope,
                                   const std::set<const VarDecl *> &Mutated) {
  // A test names the counter, whose value here is that of no round.
  std::set<const VarDecl *> Others = Mutated;
  Others.erase(S.Counter);
  if (const Stmt *Jump = S.Test ? nullptr : jumpIn(S.Body))
    return partAt(C, UnknownPart::Kind::Exit, Jump);
  UnknownPart Of;
  for (const Expr *E : {S.Test, S.From})
    if (Of.K == UnknownPart::Kind::None && E)
      Of = unknownPartOf(C, E, Scope, Others);
  if (Of.K == UnknownPart::Kind::None && S.Test)
    Of = partAt(C, UnknownPart::Kind::Other, S.Test);
  // The test of `do .. while` is not the user's where a round comes first.
  if (llvm::StringRef Users =
          llvm::StringRef(C.Result.Source)
              .drop_front(C.place(S.Whole->getBeginLoc()).Offset);
      Of.Text.empty() && Users.consume_front("do") && !Users.empty() &&
      !llvm::isAlnum(Users.front()))
    return {UnknownPart::Kind::Once, "do", C.place(S.Whole->getBeginLoc())};
  return Of;
}

NodePtr KernelBuilder::loop(LoopParts S, Node N, unsigned &Cursor) {
  N.K = Node::Kind::Loop;
  if (S.Counter && Counters.count(S.Counter)) {
    S.Start = Scope.exactValue(S.Counter);
    Scope.unbind(S.Counter); // the header sees all its values
  }
  Holes.clear();
  LoopId Id{unsigned(K.Loops.size())};
  size_t Before = Guards.size();
  K.Loops.emplace_back();
  K.Loops[Id.Index].Opaque = true;

  // The header runs once more than the body: its accesses are not modelled
  // exactly.
  bool Saved = std::exchange(Conditional, true);
  if (S.Init)
    children(S.Init);
  if (const auto *Init = dyn_cast_or_null<Expr>(S.Init))
    expression(Init, Mode::Read);
  Loops.push_back(Id);
  if (S.Test)
    expression(S.Test, Mode::Read);
  if (S.Next && S.Steps == LoopParts::InHeader)
    expression(S.Next, Mode::Read);
  Conditional = Saved;
  placeExpansions(std::nullopt);

  const VarDecl *Counter = nullptr;
  LoopInfo L = describeLoop(S, Counter);
  L.Where = C.toUser(Cursor);
  if (L.Opaque && Counter)
    Scope.unbind(Counter);
  if (const auto *For = dyn_cast<ForStmt>(S.Whole);
      For && L.Opaque && K.HasShared)
    if (const VarDecl *Scaled = describeScaling(For, L))
      Counter = Scaled;
  if (L.Opaque && L.Unknown.K == UnknownPart::Kind::None)
    L.Unknown = roundsUnknownBy(C, S, Scope, Mutated);
  K.Loops[Id.Index] = L;
  N.Loop = Id;
  unsigned HeadEnd = C.offset(S.Close).value_or(Cursor) + 1;
  N.Head = text({Cursor, HeadEnd});
  Cursor = HeadEnd;
  ++Nesting;
  N.Children.push_back(statement(S.Body, Cursor));
  --Nesting;
  Loops.pop_back();
  Guards.resize(Before);
  if (Counter)
    Scope.unbind(Counter);
  return std::make_shared<Node>(std::move(N));
}

} // namespace tessera
