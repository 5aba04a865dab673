//===- HostUses.cpp - Which functions use a variable, and where -----------===//
#include "transfers/HostUses.h"
#include "transfers/HandedOn.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Kind = HostStatement::Kind;

HostUses::HostUses(const Program &P, SharedVarId Variable, bool ByValue,
                   std::set<LaunchId> Overwriting,
                   std::set<const HostStatement *> Filling)
    : P(P), Variable(Variable), ByValue(ByValue),
      Overwriting(std::move(Overwriting)), Functions(P.Host.Functions.size()) {
  HasMain = llvm::any_of(P.Host.Functions,
                         [](const HostFunction &F) { return F.IsMain; });
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned I = 0; I < Functions.size(); ++I) {
      if (!isScope(I))
        continue;
      VariableUse Now = within(P.Host.Functions[I].Body);
      Changed |= !(Now == Functions[I]);
      Functions[I] = Now;
    }
  }
  Caught = P.Host.HasTry;
  for (unsigned I = 0; I < Functions.size(); ++I)
    Caught |= isScope(I) && isTriedIn(P.Host.Functions[I].Body);
  for (const HostStatement *S : Filling)
    if (onlyWrites(*S))
      this->Filling.insert(S);
}

/// Whether something that is tried in \p S uses the variable.
bool HostUses::isTriedIn(const HostStatement &S) const {
  VariableUse Tried;
  if (S.K == Kind::Try)
    Tried = within(S.Children.front());
  return Tried.any() || Tried.MovesCopies ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return isTriedIn(Child);
         });
}

VariableUse HostUses::launches(const HostStatement &S) const {
  VariableUse U;
  for (LaunchId Launch : S.Launches)
    for (const SharedAccess &A : launchEffects(P, Launch))
      if (A.Variable == Variable && ByValue)
        U.HostReads = true;
      else if (A.Variable == Variable) {
        VariableUse One = {false, false, A.Reads, A.Writes};
        One.Overwrites = Overwriting.count(Launch);
        U.add(One);
      }
  return U;
}

static VariableUse hostUse(const SharedAccess &A) {
  VariableUse U;
  U.HostReads = A.Reads;
  U.HostWrites = A.Writes;
  U.Elements = A.Elements;
  return U;
}

/// What \p S itself does with the memory behind the pointer.
VariableUse HostUses::events(const HostStatement &S) const {
  VariableUse U;
  for (const MemoryEvent &E : S.Events) {
    if (E.Variable != Variable || E.OnFailure)
      continue;
    U.Allocates |= E.K == MemoryEvent::Kind::Allocate;
    U.Frees |= E.K == MemoryEvent::Kind::Free;
    U.MovesCopies |= isHandedBoth(E);
    VariableUse OnDevice = {false, false, E.Reads, E.Writes};
    OnDevice.Overwrites = E.Overwrites;
    U.add(OnDevice);
  }
  return U;
}

/// What \p S does itself, callees not included.
VariableUse HostUses::own(const HostStatement &S) const {
  VariableUse U = launches(S);
  U.add(events(S));
  for (const SharedAccess &A : S.Accesses)
    if (A.Variable == Variable)
      U.add(hostUse(A));
  return U;
}

/// Whether \p S calls \p Callee for other objects, if for any; one of them may
/// be the same under another name.
bool HostUses::usesOtherObject(const HostStatement &S, unsigned Callee,
                               VariableUse &Into) const {
  if (!P.Host.Functions[Callee].OnlyExchanges.empty())
    return true; // these are events of S
  if (!S.OtherObjects.count({Callee, Variable}))
    return false;
  if (Functions[Callee].any())
    Into.add({true, true});
  return true;
}

/// The uses in \p S and below, callees as they are and not as they look.
VariableUse HostUses::within(const HostStatement &S) const {
  VariableUse U = own(S);
  if (!P.Host.variable(Variable).isLocal())
    for (unsigned Callee : S.Calls)
      if (!usesOtherObject(S, Callee, U))
        U.add(Functions[Callee]);
  for (const HostStatement &Child : S.Children)
    U.add(within(Child));
  if (P.Host.variable(Variable).isMember())
    for (const MemoryEvent &E : S.Events) // callers see other memory
      if (E.K == MemoryEvent::Kind::Exchange &&
          (E.Variable == Variable || E.Other == Variable))
        U.add({true, true});
  U.Overwrites = false; // perhaps only on some paths
  U.Elements.clear();   // their text means nothing to callers
  return U;
}

bool HostUses::keepsContract(unsigned Function) const {
  const VariableUse &U = Functions[Function];
  const HostFunction &F = P.Host.Functions[Function];
  // A caller cannot read back behind a call that throws.
  bool CallersMayNotKnow =
      Caught || (!HasMain && F.External) || F.UnknownToCallers.count(Variable);
  return U.device() && !F.IsMain && !P.Host.variable(Variable).isLocal() &&
         (U.host() || U.Allocates || U.Frees || CallersMayNotKnow);
}

/// Whether \p S does nothing else with the variable, nor anything with the
/// pointer.
bool HostUses::onlyWrites(const HostStatement &S) const {
  VariableUse U = of(S);
  std::set<unsigned> Seen;
  return !U.HostReads && !U.device() && !U.MovesCopies && !hasEvent(S, Seen) &&
         llvm::all_of(S.Children, [&](const HostStatement &Child) {
           return onlyWrites(Child);
         });
}

/// Whether something happens to the pointer's memory in \p S or below it.
bool HostUses::hasEvent(const HostStatement &S,
                        std::set<unsigned> &Seen) const {
  auto Below = [&](const HostStatement &Child) {
    return hasEvent(Child, Seen);
  };
  return llvm::any_of(S.Events,
                      [&](const MemoryEvent &E) {
                        return E.Variable == Variable || E.Other == Variable;
                      }) ||
         llvm::any_of(S.Calls,
                      [&](unsigned Callee) {
                        return Seen.insert(Callee).second &&
                               Below(P.Host.Functions[Callee].Body);
                      }) ||
         llvm::any_of(S.Children, Below);
}

VariableUse HostUses::of(const HostStatement &S, bool Lazy) const {
  VariableUse U = own(S);
  U.HostOverwrites = Filling.count(&S);
  if (P.Host.variable(Variable).isLocal())
    return U; // callees have variables of their own
  for (unsigned Callee : S.Calls) {
    if (usesOtherObject(S, Callee, U))
      continue;
    VariableUse Below = Functions[Callee];
    if (keepsContract(Callee) && Lazy) {
      Below = {};
      Below.MovesCopies = true;
    } else if (keepsContract(Callee)) {
      Below.HostReads = Below.MovesCopies = true;
      Below.HostWrites |= Below.DeviceWrites;
      Below.DeviceReads = Below.DeviceWrites = false;
    }
    U.add(Below);
  }
  return U;
}

VariableUse HostUses::anywhere() const {
  VariableUse All;
  for (const VariableUse &U : Functions)
    All.add(U);
  return All;
}

//===----------------------------------------------------------------------===//
// Obstacles
//===----------------------------------------------------------------------===//

static void collectLaunches(const HostStatement &S, std::set<LaunchId> &Into) {
  Into.insert(S.Launches.begin(), S.Launches.end());
  for (const HostStatement &Child : S.Children)
    collectLaunches(Child, Into);
}

std::string HostUses::obstacleIn(const HostFunction &F, const HostStatement &S,
                                 bool Eager, bool Header) const {
  VariableUse U = of(S), FromLaunches = launches(S);
  VariableUse FromCalls = events(S);
  for (unsigned Callee : S.Calls)
    if (!keepsContract(Callee) && !S.OtherObjects.count({Callee, Variable}))
      FromCalls.add(Functions[Callee]);
  if (U.device() && (U.HostWrites || (U.host() && FromCalls.DeviceWrites)))
    return "one statement uses it on the host and on the device";
  if (FromLaunches.device())
    for (LaunchId L : S.Launches)
      if (P.launch(L).Statement != S.Source)
        return "a launch that uses it is not a statement of its own";
  bool Leaves = (S.K == Kind::Return || S.MayReturn) && U.DeviceWrites &&
                (keepsContract(&F - P.Host.Functions.data()) ||
                 isParameter(P.Host.variable(Variable)));
  if (Leaves)
    return "a return statement launches a kernel that writes it";
  Eager |= S.K == Kind::Opaque;
  if (Eager && U.device() && S.K == Kind::Return)
    return "a return statement launches a kernel that uses it";
  if (Eager && U.device() && (Header || S.K == Kind::Opaque))
    return "a condition launches a kernel that uses it";
  for (unsigned I = 0; I < S.Children.size(); ++I) {
    bool IsHeader = I == 0 && S.hasHeader();
    if (std::string Why = obstacleIn(F, S.Children[I], Eager, IsHeader);
        !Why.empty())
      return Why;
  }
  return "";
}

/// Whether \p S has something to edit that belongs to the variable, and that
/// \p Function has no place for.
bool HostUses::hasLostEvent(const HostFunction &F,
                            const HostStatement &S) const {
  bool Lost = !F.Editable || S.K == Kind::Sequence; // of a member initialiser
  return (Lost && llvm::any_of(S.Events,
                               [&](const MemoryEvent &E) {
                                 return E.Variable == Variable ||
                                        E.Other == Variable;
                               })) ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return hasLostEvent(F, Child);
         });
}

/// Whether \p S or what is in it needs the name of the memory.
bool HostUses::usesMemory(const HostStatement &S) const {
  VariableUse U = own(S);
  bool Exchanges = llvm::any_of(S.Events, [&](const MemoryEvent &E) {
    return E.Variable == Variable || E.Other == Variable;
  });
  return U.device() || Exchanges ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return usesMemory(Child);
         });
}

std::string whyFixed(const HostFunction &F) {
  return F.HasTryBody ? "a try block" : "a template or a macro";
}

std::string HostUses::obstacle() const {
  std::set<LaunchId> Seen;
  for (const HostFunction &F : P.Host.Functions)
    collectLaunches(F.Body, Seen);
  for (unsigned I = 0; I < P.Launches.size(); ++I)
    if (!Seen.count({I}))
      for (const SharedAccess &A : launchEffects(P, {I}))
        if (A.Variable == Variable)
          return "a launch outside of host functions uses it";
  for (unsigned I = 0; I < Functions.size(); ++I) {
    const HostFunction &F = P.Host.Functions[I];
    const VariableUse &U = Functions[I];
    if (hasLostEvent(F, F.Body))
      return "'" + F.Name +
             "', which uses it, is a template or a macro, or "
             "initialises members with it";
    // Memory is allocated where main begins.
    if (F.IsMain && !F.Editable && !P.Host.variable(Variable).Pointer)
      return "'" + F.Name + "', which uses it, is " + whyFixed(F);
    if (!U.any())
      continue;
    bool Local = P.Host.variable(Variable).isLocal();
    bool Member = P.Host.variable(Variable).isMember();
    if (!knowsObject(I) && usesMemory(F.Body))
      return "'" + F.Name + "' uses it, of an object that is not followed";
    // A destructor may free what its own object has.
    bool OnlyFrees = Member && F.isDestructor() && !U.host() && !U.device();
    if (F.CalledUnseen && !Local && !OnlyFrees)
      return "'" + F.Name + "', which uses it, may be called unseen";
    if ((U.device() || U.Allocates) && F.BeforeMain && !Local)
      return "it is used on the device before main";
    bool Edited = keepsContract(I) || F.IsMain || U.Allocates || U.Frees ||
                  P.Host.variable(Variable).isLocal();
    if ((U.device() || U.Allocates || U.Frees) && !F.Editable && Edited)
      return "'" + F.Name + "', which uses it, is " + whyFixed(F);
    if (U.device())
      if (std::string Why = obstacleIn(F, F.Body, Caught, /*Header=*/false);
          !Why.empty())
        return Why;
  }
  return "";
}

bool onlyReadByName(const Program &P, SharedVarId Id) {
  for (const LaunchModel &L : P.Launches)
    for (const LaunchArgument &A : L.Arguments)
      if (A.IsPointer && A.Root.Variable == Id)
        return false;
  return llvm::none_of(P.Host.Kernels, [&](const KernelUse &K) {
    return llvm::any_of(K.ByName, [&](const SharedAccess &A) {
      return A.Variable == Id && A.Writes;
    });
  });
}

std::string nameObstacle(const Program &P, SharedVarId Id, bool Launched) {
  for (unsigned I = 0; I < P.Host.Kernels.size(); ++I) {
    const KernelModel &K = P.Kernels[I];
    if (llvm::none_of(P.Host.Kernels[I].ByName,
                      [&](const SharedAccess &A) { return A.Variable == Id; }))
      continue;
    if (llvm::any_of(K.Refusals, [](const Diagnostic &D) {
          return D.Kind == DiagKind::AddressEscapes;
        }))
      return "'" + K.Name + "', which uses it by name, has its address taken";
    if (!Launched)
      return "'" + K.Name +
             "' uses it by name, and no launch of that was found";
  }
  return "";
}

std::string launchObstacle(const Program &P, SharedVarId Id) {
  const SharedVariable &V = P.Host.variable(Id);
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    const LaunchModel &L = P.Launches[I];
    auto Effects = launchEffects(P, {I});
    if (llvm::none_of(Effects,
                      [&](const SharedAccess &A) { return A.Variable == Id; }))
      continue;
    if (V.D == SharedVariable::Dialect::Managed && !L.StreamText.empty() &&
        L.StreamText != "0")
      return "a launch that uses it has a stream of its own";
    llvm::StringRef Text =
        llvm::StringRef(P.Source).slice(L.Source.Begin, L.Source.End);
    if (L.Statement.size() == 0 || !Text.ends_with(")"))
      return "a launch that uses it is not a statement of its own";
    for (const LaunchArgument &A : L.Arguments) {
      if (!A.IsPointer || A.Root.Variable != Id)
        continue;
      if (!A.RootName)
        return "a macro passes it to a launch";
      if (!A.Alias.empty() && (V.isMember() || V.Extents.size() != 1))
        return "a launch gets it through another pointer";
      llvm::StringRef Argument = A.Text;
      bool Addressed =
          Argument.take_front(A.RootName->Begin).rtrim(" (").ends_with("&");
      bool Indexed =
          Argument.drop_front(A.RootName->End).ltrim(" )").starts_with("[");
      if (Addressed && !Indexed && !V.Extents.empty())
        return "a launch gets the address of the whole array";
    }
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Looks for \p Launch below \p S, which runs on its own if \p IsStatement.
static std::optional<CodePosition> findBehind(const HostStatement &S,
                                              bool IsStatement, LaunchId Launch,
                                              const LaunchModel &L) {
  if (llvm::is_contained(S.Launches, Launch)) {
    if (S.K == Kind::Return || S.MayReturn)
      return std::nullopt;
    if (L.Statement.size() > 0)
      return CodePosition{CodePosition::Side::After, L.Statement,
                          S.Source == L.Statement && S.Unbraced};
    if (IsStatement && S.K == Kind::Leaf && !L.Followed)
      return CodePosition{CodePosition::Side::After, S.Source, S.Unbraced};
    return std::nullopt;
  }
  for (unsigned I = 0; I < S.Children.size(); ++I) {
    bool Header = I == 0 && S.hasHeader();
    if (auto Found = findBehind(S.Children[I], !Header, Launch, L))
      return Found;
  }
  return std::nullopt;
}

std::optional<CodePosition> placeBehind(const Program &P, LaunchId Launch) {
  for (const HostFunction &F : P.Host.Functions)
    if (auto Found =
            findBehind(F.Body, /*IsStatement=*/false, Launch, P.launch(Launch)))
      return Found;
  return std::nullopt;
}

/// What \p Launch below \p S is a part of; empty if it is not there.
static std::string findPart(const HostStatement &S, bool Header,
                            LaunchId Launch) {
  if (llvm::is_contained(S.Launches, Launch)) {
    if (S.K == Kind::Return || S.MayReturn)
      return "a return statement launches a kernel";
    if (Header || S.K == Kind::Opaque)
      return "a condition, or what stands beside one, launches a kernel";
    if (S.K == Kind::Sequence)
      return "the initialiser of a member launches a kernel";
    return "the rest of a statement that launches a kernel may use it";
  }
  for (unsigned I = 0; I < S.Children.size(); ++I)
    if (std::string Found =
            findPart(S.Children[I], I == 0 && S.hasHeader(), Launch);
        !Found.empty())
      return Found;
  return "";
}

std::string whyNoPlaceBehind(const Program &P, LaunchId Launch) {
  std::string Why;
  for (const HostFunction &F : P.Host.Functions)
    if (Why.empty())
      Why = findPart(F.Body, /*Header=*/false, Launch);
  return (Why.empty() ? "a launch stands outside of functions" : Why) +
         ": nothing can wait before its end; make the launch a statement";
}

bool usesSimpleModel(const Program &P) {
  return llvm::any_of(P.Host.Variables, [](const SharedVariable &V) {
    return V.D == SharedVariable::Dialect::SimpleModel;
  });
}

static std::optional<CodePosition> findBehind(const HostStatement &S,
                                              SourceRange Statement) {
  if (S.K == Kind::Leaf && S.Source == Statement)
    return CodePosition{CodePosition::Side::After, S.Source, S.Unbraced};
  for (const HostStatement &Child : S.Children)
    if (auto Found = findBehind(Child, Statement))
      return Found;
  return std::nullopt;
}

std::optional<CodePosition> placeBehind(const Program &P,
                                        SourceRange Statement) {
  for (const HostFunction &F : P.Host.Functions)
    if (auto Found = findBehind(F.Body, Statement))
      return Found;
  return std::nullopt;
}

std::string unusedName(const Program &P, const std::string &Wanted) {
  std::string Name = Wanted;
  for (unsigned I = 2; P.Host.Identifiers.count(Name); ++I)
    Name = Wanted + std::to_string(I);
  return Name;
}

} // namespace tessera
