//===- CopyTree.cpp - Host functions as copies depend on them -------------===//
#include "CopyTree.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Kind = HostStatement::Kind;
using Event = MemoryEvent::Kind;

static bool anywhere(const HostStatement &S,
                     llvm::function_ref<bool(const HostStatement &)> Test) {
  return Test(S) || llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return anywhere(Child, Test);
         });
}

CopyTrees::CopyTrees(const Program &P) : P(P) {
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I)
    Uses.emplace_back(P, SharedVarId{I}, /*ByValue=*/false);
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I)
    Obstacles.push_back(findObstacle({I}));
  AlwaysObserved =
      !P.Host.UnorderedCall.empty() || P.Host.UnseenLaunch.has_value();
  for (const HostFunction &F : P.Host.Functions) {
    bool Observes =
        anywhere(F.Body, [](const HostStatement &S) { return S.Observes; });
    EverObserved |= Observes;
    AlwaysObserved |= Observes && F.isDestructor(); // called unseen
  }
  EverObserved |= AlwaysObserved;
}

std::string CopyTrees::findObstacle(SharedVarId Id) const {
  const SharedVariable &V = P.Host.variable(Id);
  if (!V.Obstacle.empty())
    return V.Obstacle;
  if (P.Host.HasTry)
    return "exceptions are caught";
  if (V.External && P.Host.CallsElsewhere)
    return "functions of other files may use it";
  bool OnHost = V.D == SharedVariable::Dialect::HostOnly;
  for (unsigned I = 0; I < P.Launches.size(); ++I)
    for (const SharedAccess &A : launchEffects(P, {I})) {
      const std::string &Stream = P.Launches[I].StreamText;
      if (A.Variable == Id && OnHost)
        return "a kernel uses the host's memory itself";
      if (A.Variable == Id && !Stream.empty() && Stream != "0")
        return "a launch that uses it has a stream of its own";
    }
  if (!V.Outlives)
    return "";
  for (unsigned I = 0; I < P.Host.Functions.size(); ++I) {
    const HostFunction &F = P.Host.Functions[I];
    bool FromElsewhere = F.External && !F.IsMain && P.Host.CallsElsewhere;
    if ((F.CalledUnseen || F.BeforeMain || FromElsewhere) &&
        Uses[Id.Index].inFunction(I).any())
      return "'" + F.Name + "', which uses it, may be called unseen";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// What statements do
//===----------------------------------------------------------------------===//

/// Whether \p Does is so of \p S itself or of anything in what it calls.
static bool doesOrCalls(const Program &P, const HostStatement &S,
                        llvm::function_ref<bool(const HostStatement &)> Does) {
  std::set<unsigned> Seen;
  std::vector<const HostStatement *> ToDo = {&S};
  while (!ToDo.empty()) {
    const HostStatement *Next = ToDo.back();
    ToDo.pop_back();
    if (Does(*Next))
      return true;
    for (unsigned Callee : Next->Calls)
      if (Seen.insert(Callee).second)
        ToDo.push_back(&P.Host.Functions[Callee].Body);
    if (Next != &S)
      for (const HostStatement &Child : Next->Children)
        ToDo.push_back(&Child);
  }
  return false;
}

static bool exchanges(const HostStatement &S, unsigned Variable) {
  return llvm::any_of(S.Events, [&](const MemoryEvent &E) {
    return E.K == Event::Exchange &&
           (E.Variable.Index == Variable || E.Other->Index == Variable);
  });
}

/// Fills what \p S does itself, children excluded.
void CopyTrees::addEffects(const HostStatement &S, CopyNode &N) const {
  for (unsigned I = 0; I < Uses.size(); ++I) {
    VariableUse U = Uses[I].of(S);
    bool Exchanged = doesOrCalls(
        P, S, [&](const HostStatement &Part) { return exchanges(Part, I); });
    if (U.HostReads || U.DeviceReads || U.MovesCopies || Exchanged)
      N.Reads.insert(I);
    if (U.HostWrites || U.DeviceWrites || Exchanged)
      N.Changes.insert(I);
    if (U.Allocates || U.Frees || Exchanged)
      N.Renews.insert(I);
  }
  for (const MemoryEvent &E : S.Events) {
    if (E.Sometimes)
      continue;
    if (E.K == Event::Allocate || E.K == Event::Free)
      N.Discards.insert(E.Variable.Index);
    const SharedVariable &V = P.Host.variable(E.Variable);
    if (E.K == Event::Allocate && V.Pointer && V.Pointer->Size &&
        V.Pointer->Size->Divisor == 1)
      N.Allocates.emplace_back(E.Variable.Index, V.Pointer->Size->Numerator);
  }
  N.Observes =
      AlwaysObserved || doesOrCalls(P, S, [](const HostStatement &Part) {
        return Part.Observes;
      });
}

/// The copy that \p S, with the effects \p N, is, if it can be moved.
const HostCopy *CopyTrees::movable(const HostStatement &S,
                                   const CopyNode &N) const {
  if (S.K != Kind::Leaf || S.Copies.size() != 1 || !S.Launches.empty())
    return nullptr;
  const HostCopy &C = S.Copies.front();
  if (!C.Obstacle.empty() || C.To == C.From || !obstacle(C.To).empty() ||
      !obstacle(C.From).empty())
    return nullptr;
  // What is done after a failure may do more.
  bool Clean = !N.Reads.count(C.To.Index) && !N.Changes.count(C.From.Index) &&
               !N.Renews.count(C.To.Index) && !N.Renews.count(C.From.Index);
  return Clean ? &C : nullptr;
}

CopyNode CopyTrees::build(const HostStatement &S, bool Header,
                          std::vector<CopyOfBytes> &Copies,
                          std::vector<const HostCopy *> &Sources) const {
  CopyNode N;
  N.K = isUnfollowed(S) ? Kind::Opaque : S.K;
  N.S = &S;
  addEffects(S, N);
  if (const HostCopy *C = Header ? nullptr : movable(S, N)) {
    N.Copy = Copies.size();
    Copies.push_back({C->To.Index, C->From.Index, C->Bytes});
    Sources.push_back(C);
    N.Reads.erase(C->From.Index);
    N.Changes.erase(C->To.Index);
  }
  for (unsigned I = 0; I < S.Children.size(); ++I) {
    bool IsHeader = I == 0 && (S.K == Kind::Loop || S.K == Kind::If);
    N.Children.push_back(build(S.Children[I], IsHeader, Copies, Sources));
  }
  return N;
}

CopyNode CopyTrees::build(const HostFunction &F,
                          std::vector<CopyOfBytes> &Copies,
                          std::vector<const HostCopy *> &Sources) const {
  return build(F.Body, /*Header=*/false, Copies, Sources);
}

} // namespace tessera
