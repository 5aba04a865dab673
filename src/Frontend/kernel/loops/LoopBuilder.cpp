//===- LoopBuilder.cpp - Loops of a KernelTree ----------------------------===//
#include "kernel/KernelBuilder.h"
#include "kernel/UnknownParts.h"

using namespace clang;

namespace tessera {

bool containsJump(const Stmt *S, bool InLoop) {
  if (!S)
    return false;
  if (isa<ReturnStmt, GotoStmt, LabelStmt>(S))
    return true;
  if (isa<BreakStmt, ContinueStmt>(S))
    return !InLoop;
  bool Inner = InLoop || isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(S);
  for (const Stmt *Child : S->children())
    if (containsJump(Child, Inner))
      return true;
  return false;
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
  if (L.Opaque) {
    L.Unknown = S.Test ? unknownPartOf(C, S.Test, Mutated) : UnknownPart{};
    if (L.Unknown.K == UnknownPart::Kind::None && S.From)
      L.Unknown = unknownPartOf(C, S.From, Mutated);
    if (L.Unknown.K == UnknownPart::Kind::None && S.Test)
      L.Unknown = notFollowed(C, S.Test);
  }
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
