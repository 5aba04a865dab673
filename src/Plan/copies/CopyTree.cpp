//===- CopyTree.cpp - Host functions as copies depend on them -------------===//
#include "copies/CopyTree.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Kind = HostStatement::Kind;
using Event = MemoryEvent::Kind;

bool mayJoinLines(const Program &P, const HostStatement &S) {
  llvm::StringRef Text =
      llvm::StringRef(P.Source).slice(S.Source.Begin, S.Source.End);
  return !Text.contains("//") && !Text.contains('#');
}

const HostCopy *onlyCopy(const HostStatement &S) {
  bool Only = S.K == Kind::Leaf && S.Copies.size() == 1 &&
              S.Copies.front().Obstacle.empty() && S.Launches.empty();
  return Only ? &S.Copies.front() : nullptr;
}

static bool anywhere(const HostStatement &S,
                     llvm::function_ref<bool(const HostStatement &)> Test) {
  return Test(S) || llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return anywhere(Child, Test);
         });
}

CopyTrees::CopyTrees(const Program &P) : P(P) {
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I)
    Uses.emplace_back(P, SharedVarId{I}, /*ByValue=*/false);
  findBases();
  findAliases();
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I)
    Obstacles.push_back(findObstacle({I}));
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I)
    if (std::string Why = parameterObstacle({I}); Obstacles[I].empty())
      Obstacles[I] = std::move(Why);
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
  if (Uses[Id.Index].mayBeCaught())
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
    const VariableUse &U = Uses[Id.Index].inFunction(I);
    bool FromElsewhere = F.External && !F.IsMain && P.Host.CallsElsewhere;
    bool OnlyFrees =
        V.isMember() && F.isDestructor() && !U.host() && !U.device();
    if ((F.CalledUnseen || F.BeforeMain || FromElsewhere) && U.any() &&
        !OnlyFrees)
      return "'" + F.Name + "', which uses it, may be called unseen";
    bool Unknown = !Uses[Id.Index].knowsObject(I) &&
                   anywhere(F.Body, [&](const HostStatement &S) {
                     return llvm::any_of(S.Events, [&](const MemoryEvent &E) {
                       return E.Variable == Id || E.Other == Id;
                     });
                   });
    if (Unknown)
      return "'" + F.Name + "' uses it, of an object that is not followed";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

static bool isParameter(const Program &P, unsigned Variable) {
  const std::optional<PointerMemory> &M = P.Host.Variables[Variable].Pointer;
  return M && M->IsParameter;
}

void CopyTrees::findBases() {
  Bases.resize(P.Host.Variables.size());
  for (unsigned I = 0; I < Bases.size(); ++I)
    if (!isParameter(P, I))
      Bases[I] = {I};
  for (bool Changed = true; std::exchange(Changed, false);)
    for (const HostFunction &F : P.Host.Functions)
      for (const auto &Call : F.Passed)
        for (const auto &[Parameter, Passed] : Call)
          for (SharedVarId Id : Passed)
            for (unsigned Base : Bases[Id.Index])
              Changed |= Bases[Parameter.Index].insert(Base).second;
}

/// Whether a call passes memory that may be the same to both parameters.
bool CopyTrees::meetInCall(unsigned A, unsigned B) const {
  const HostFunction &F = P.Host.Functions[*P.Host.Variables[A].Pointer->Owner];
  return llvm::any_of(F.Passed, [&](const auto &Call) {
    auto ToA = Call.find({A}), ToB = Call.find({B});
    return ToA != Call.end() && ToB != Call.end() &&
           llvm::any_of(ToA->second, [&](SharedVarId X) {
             return llvm::any_of(ToB->second, [&](SharedVarId Y) {
               return mayAlias(X.Index, Y.Index);
             });
           });
  });
}

/// Two parameters of one function meet in calls only; one of them and another
/// variable may be the same if it is passed at all.
void CopyTrees::findAliases() {
  Aliases.resize(Bases.size());
  for (bool Changed = true; std::exchange(Changed, false);)
    for (unsigned A = 0; A < Bases.size(); ++A)
      for (unsigned B = 0; B < Bases.size(); ++B) {
        if (A == B || !isParameter(P, A))
          continue;
        bool Same = isParameter(P, B) && P.Host.Variables[A].Pointer->Owner ==
                                             P.Host.Variables[B].Pointer->Owner
                        ? meetInCall(A, B)
                        : llvm::any_of(Bases[A], [&](unsigned Base) {
                            return Bases[B].count(Base) > 0;
                          });
        if (Same && Aliases[A].insert(B).second) {
          Aliases[B].insert(A);
          Changed = true;
        }
      }
}

void CopyTrees::addAliases(std::set<unsigned> &Variables) const {
  std::set<unsigned> Named = Variables;
  for (unsigned I : Named)
    Variables.insert(Aliases[I].begin(), Aliases[I].end());
}

/// Why the memory behind a parameter is not known, or nothing.
std::string CopyTrees::parameterObstacle(SharedVarId Id) const {
  const SharedVariable &V = P.Host.variable(Id);
  if (!V.Pointer || !V.Pointer->IsParameter)
    return "";
  const HostFunction &F = P.Host.Functions[*V.Pointer->Owner];
  bool HasMain = llvm::any_of(
      P.Host.Functions, [](const HostFunction &Each) { return Each.IsMain; });
  if (F.CalledUnseen || F.BeforeMain ||
      (F.External && (P.Host.CallsElsewhere || !HasMain)))
    return "not all callers of '" + F.Name + "' are seen";
  for (unsigned Base : Bases[Id.Index]) {
    const SharedVariable &Passed = P.Host.Variables[Base];
    if (Passed.D != V.D)
      return "it has memory of the host and of the device";
    if (!Obstacles[Base].empty())
      return "it may be '" + Passed.Name + "': " + Obstacles[Base];
  }
  return "";
}

std::string CopyTrees::obstacleIn(const HostFunction &F, SharedVarId Id) const {
  bool Knows = Uses[Id.Index].knowsObject(&F - P.Host.Functions.data());
  return Knows ? obstacle(Id) : "it is a member of different objects";
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
  if (S.OnlyExchanges)
    for (const MemoryEvent &E : S.Events)
      N.Exchanges.emplace_back(E.Variable.Index, E.Other->Index);
  for (std::set<unsigned> *Each : {&N.Reads, &N.Changes, &N.Renews})
    addAliases(*Each);
  N.Observes =
      AlwaysObserved || doesOrCalls(P, S, [](const HostStatement &Part) {
        return Part.Observes;
      });
}

/// The copy that \p S, with the effects \p N, is, if it can be moved.
const HostCopy *CopyTrees::movable(const HostFunction &F,
                                   const HostStatement &S,
                                   const CopyNode &N) const {
  const HostCopy *C = onlyCopy(S);
  if (!C || !obstacleIn(F, C->To).empty() || !obstacleIn(F, C->From).empty() ||
      mayAlias(C->To.Index, C->From.Index))
    return nullptr;
  // What is done after a failure may do more.
  bool Clean = !N.Reads.count(C->To.Index) && !N.Changes.count(C->From.Index) &&
               !N.Renews.count(C->To.Index) && !N.Renews.count(C->From.Index);
  return Clean ? C : nullptr;
}

CopyNode CopyTrees::build(const HostFunction &F, const HostStatement &S,
                          bool Header, std::vector<CopyOfBytes> &Copies,
                          std::vector<const HostCopy *> &Sources) const {
  CopyNode N;
  N.K = isUnfollowed(S) ? Kind::Opaque : S.K;
  N.S = &S;
  addEffects(S, N);
  if (const HostCopy *C = Header ? nullptr : movable(F, S, N)) {
    N.Copy = Copies.size();
    Copies.push_back({C->To.Index, C->From.Index, C->Bytes});
    Sources.push_back(C);
    N.Reads.erase(C->From.Index);
    N.Changes.erase(C->To.Index);
  }
  for (unsigned I = 0; I < S.Children.size(); ++I) {
    bool IsHeader = I == 0 && (S.K == Kind::Loop || S.K == Kind::If);
    N.Children.push_back(build(F, S.Children[I], IsHeader, Copies, Sources));
  }
  return N;
}

CopyNode CopyTrees::build(const HostFunction &F,
                          std::vector<CopyOfBytes> &Copies,
                          std::vector<const HostCopy *> &Sources) const {
  return build(F, F.Body, /*Header=*/false, Copies, Sources);
}

} // namespace tessera
