//===- CopyFlow.cpp - Which memory holds the same, and what is still read -===//
#include "copies/CopyFlow.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Kind = HostStatement::Kind;

bool covers(const Polynomial &Large, const Polynomial &Small) {
  std::optional<int64_t> More = (Large - Small).constant();
  return More && *More >= 0;
}

bool CopyFacts::equal(const CopyOfBytes &C) const {
  return llvm::any_of(Equal, [&](const auto &Fact) {
    const auto &[A, B, Bytes] = Fact;
    return A == std::min(C.To, C.From) && B == std::max(C.To, C.From) &&
           covers(Bytes, C.Bytes);
  });
}

bool CopyFacts::holds(unsigned Variable, const Polynomial &Bytes) const {
  return llvm::any_of(Holds, [&](const auto &Fact) {
    return Fact.first == Variable && covers(Fact.second, Bytes);
  });
}

static CopyFacts unreachable() { return {false, {}, {}}; }

static CopyFacts meet(const CopyFacts &L, const CopyFacts &R) {
  if (!L.Reachable)
    return R;
  CopyFacts Both = L;
  if (!R.Reachable)
    return Both;
  std::erase_if(Both.Equal, [&](const auto &F) { return !R.Equal.count(F); });
  std::erase_if(Both.Holds, [&](const auto &F) { return !R.Holds.count(F); });
  return Both;
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

CopyFlow::CopyFlow(const CopyNode &Root, const std::vector<CopyOfBytes> &Copies)
    : Copies(Copies) {
  solve(Root, {});
}

static void forget(const std::set<unsigned> &Variables, CopyFacts &State) {
  std::erase_if(State.Equal, [&](const auto &Fact) {
    return Variables.count(std::get<0>(Fact)) ||
           Variables.count(std::get<1>(Fact));
  });
}

/// What is known of one of two pointers holds for the other one then.
static void exchange(unsigned A, unsigned B, CopyFacts &State) {
  auto Now = [&](unsigned V) { return V == A ? B : V == B ? A : V; };
  CopyFacts After = {State.Reachable, {}, {}};
  for (const auto &[First, Second, Bytes] : State.Equal)
    After.Equal.insert({std::min(Now(First), Now(Second)),
                        std::max(Now(First), Now(Second)), Bytes});
  for (const auto &[V, Bytes] : State.Holds)
    After.Holds.insert({Now(V), Bytes});
  State = std::move(After);
}

void CopyFlow::perform(const CopyNode &N, CopyFacts &State) const {
  if (!State.Reachable)
    return;
  std::set<unsigned> Lost = N.Changes, Renewed = N.Renews;
  for (auto [A, B] : N.Exchanges)
    for (unsigned V : {A, B})
      Lost.erase(V), Renewed.erase(V);
  forget(Lost, State);
  forget(Renewed, State);
  std::erase_if(State.Holds,
                [&](const auto &F) { return Renewed.count(F.first); });
  for (auto [A, B] : N.Exchanges)
    exchange(A, B, State);
  State.Holds.insert(N.Allocates.begin(), N.Allocates.end());
  if (!N.Copy)
    return;
  const CopyOfBytes &C = Copies[*N.Copy];
  auto [A, B] = std::minmax(C.To, C.From);
  // What was the same at both is overwritten with the same.
  std::erase_if(State.Equal, [&](const auto &Fact) {
    auto [First, Second, Bytes] = Fact;
    return (First == C.To || Second == C.To) && (First != A || Second != B);
  });
  State.Equal.insert({A, B, C.Bytes});
  State.Holds.insert({C.To, C.Bytes});
  State.Holds.insert({C.From, C.Bytes});
}

/// Whatever \p N does, any number of times in any order.
void CopyFlow::forgetAll(const CopyNode &N, CopyFacts &State) const {
  CopyNode Effects = N;
  Effects.Children.clear();
  Effects.Allocates.clear();
  Effects.Exchanges.clear();
  Effects.Copy.reset();
  if (N.Copy)
    Effects.Changes.insert(Copies[*N.Copy].To);
  perform(Effects, State);
  for (const CopyNode &Child : N.Children)
    forgetAll(Child, State);
}

CopyFlow::Result CopyFlow::solve(const CopyNode &N, CopyFacts In) {
  Result R = {In, unreachable(), unreachable()};
  if (N.Copy)
    Before[&N] = In;
  switch (N.K) {
  case Kind::Sequence:
    for (const CopyNode &Child : N.Children) {
      Result Part = solve(Child, R.Out);
      R.Out = Part.Out;
      R.Breaks = meet(R.Breaks, Part.Breaks);
      R.Continues = meet(R.Continues, Part.Continues);
    }
    return R;
  case Kind::Leaf:
    perform(N, R.Out);
    if (mayJump(N))
      R.Breaks = R.Continues = R.Out;
    return R;
  case Kind::Return:
    R.Out = unreachable();
    return R;
  case Kind::Jump:
    (N.S->Continues ? R.Continues : R.Breaks) = In;
    R.Out = unreachable();
    return R;
  case Kind::If: {
    perform(N.Children[0], R.Out);
    Result Then = solve(N.Children[1], R.Out), Else = R;
    if (N.Children.size() > 2)
      Else = solve(N.Children[2], R.Out);
    return {meet(Then.Out, Else.Out), meet(Then.Breaks, Else.Breaks),
            meet(Then.Continues, Else.Continues)};
  }
  case Kind::Loop:
    return loop(N, In);
  case Kind::Switch:
  case Kind::Try:
  case Kind::Opaque:
    if (!In.Reachable)
      R.Out = {}; // there may be labels in it
    forgetAll(N, R.Out);
    R.Breaks = R.Continues = R.Out;
    return R;
  }
  return R;
}

CopyFlow::Result CopyFlow::loop(const CopyNode &N, CopyFacts In) {
  Before[&N] = In;
  const CopyNode &Header = N.Children[0], &Body = N.Children[1];
  CopyFacts AtHeader = In;
  while (true) {
    CopyFacts Decided = AtHeader;
    perform(Header, Decided);
    Result Round = solve(Body, Decided);
    CopyFacts Back = meet(Round.Out, Round.Continues);
    CopyFacts Next = meet(AtHeader, Back);
    if (!(Next == AtHeader)) {
      AtHeader = Next;
      continue;
    }
    perform(Header, Back);
    BehindRounds[&N] = meet(Back, Round.Breaks);
    bool Ran = N.S && N.S->RunsOnce;
    Behind[&N] = Ran ? BehindRounds[&N] : meet(Decided, BehindRounds[&N]);
    return {Behind[&N], unreachable(), unreachable()};
  }
}

//===----------------------------------------------------------------------===//
// Backward
//===----------------------------------------------------------------------===//

Wanted::Wanted(const CopyNode &Root, Test Uses, Test Makes, bool AtExit)
    : Uses(std::move(Uses)), Makes(std::move(Makes)), AtExit(AtExit) {
  solve(Root, AtExit, {});
}

bool Wanted::usesAny(const CopyNode &N) const {
  return Uses(N) || llvm::any_of(N.Children, [&](const CopyNode &Child) {
           return usesAny(Child);
         });
}

bool Wanted::solve(const CopyNode &N, bool Out, Targets At) {
  Behind[&N] = Out;
  return Before[&N] = compute(N, Out, At);
}

bool Wanted::compute(const CopyNode &N, bool Out, Targets At) {
  switch (N.K) {
  case Kind::Sequence:
    for (const CopyNode &Child : llvm::reverse(N.Children))
      Out = solve(Child, Out, At);
    return Out;
  case Kind::Leaf:
    if (Uses(N))
      return true;
    if (Makes(N))
      return false;
    return Out || (mayReturn(N) && AtExit) ||
           (mayJump(N) && (At.Break || At.Continue));
  case Kind::Return:
    return Uses(N) || AtExit;
  case Kind::Jump:
    return N.S->Continues ? At.Continue : At.Break;
  case Kind::If: {
    bool Then = solve(N.Children[1], Out, At);
    bool Else = N.Children.size() > 2 ? solve(N.Children[2], Out, At) : Out;
    return solve(N.Children[0], Then || Else, At);
  }
  case Kind::Loop: {
    bool AtHeader = false;
    while (true) {
      bool InBody = solve(N.Children[1], AtHeader, {Out, AtHeader});
      bool Next = solve(N.Children[0], InBody || Out, {});
      if (Next == AtHeader)
        return AtHeader;
      AtHeader = Next;
    }
  }
  case Kind::Switch:
  case Kind::Try:
  case Kind::Opaque:
    return Out || AtExit || At.Break || At.Continue || usesAny(N);
  }
  return true;
}

} // namespace tessera
