//===- FlowPlan.cpp - Transfers of variables in all functions -------------===//
#include "transfers/FlowPlan.h"
#include "transfers/HandedOn.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

class FlowPlanner {
public:
  FlowPlanner(const Program &P, const std::vector<SharedVarId> &Group,
              const std::vector<std::optional<HostUses>> &Uses)
      : P(P), Group(Group), Uses(Uses) {}

  bool mayHaveFlags() const;
  bool mayBeCaught() const;
  std::optional<FlowPlan> plan(bool Flagged) const;

private:
  const HostUses &uses(SharedVarId Id) const { return *Uses[Id.Index]; }
  CopyState atEntry(SharedVarId Id, unsigned Function) const;
  std::vector<double> callFrequencies() const;

  const Program &P;
  const std::vector<SharedVarId> &Group;
  const std::vector<std::optional<HostUses>> &Uses;
};

/// Which copies are valid when \p Function begins.
CopyState FlowPlanner::atEntry(SharedVarId Id, unsigned Function) const {
  const HostUses &U = uses(Id);
  const SharedVariable &V = P.Host.variable(Id);
  bool IsMain = P.Host.Functions[Function].IsMain;
  bool WrittenBefore = V.Initialized;
  for (unsigned I = 0; I < P.Host.Functions.size(); ++I)
    WrittenBefore |=
        P.Host.Functions[I].BeforeMain && U.inFunction(I).HostWrites;
  CopyState Entry;
  if (isParameter(V))
    return Entry;
  Entry.Zero = IsMain && !WrittenBefore;
  bool Unallocated = IsMain || V.isLocal() || U.inFunction(Function).Allocates;
  return V.Pointer && Unallocated ? CopyState::unallocated() : Entry;
}

/// Adds to \p Into how often \p S calls each function, if it runs \p Often.
static void countCalls(const HostStatement &S, double Often,
                       std::vector<double> &Into) {
  for (unsigned Callee : S.Calls)
    Into[Callee] += Often;
  bool Chooses =
      S.K == HostStatement::Kind::If || S.K == HostStatement::Kind::Switch;
  if (S.K == HostStatement::Kind::Loop)
    Often *= 10;
  for (unsigned I = 0; I < S.Children.size(); ++I)
    countCalls(S.Children[I], Chooses && I > 0 ? Often / 2 : Often, Into);
}

/// As HostFlow weighs statements; recursion counts a few times.
std::vector<double> FlowPlanner::callFrequencies() const {
  constexpr unsigned Depth = 6;
  std::vector<double> Often(P.Host.Functions.size());
  for (unsigned Round = 0; Round < Depth; ++Round) {
    std::vector<double> Next(Often.size());
    for (unsigned I = 0; I < Often.size(); ++I) {
      if (P.Host.Functions[I].IsMain)
        Often[I] = 1;
      countCalls(P.Host.Functions[I].Body, Often[I], Next);
    }
    Often = std::move(Next);
  }
  for (unsigned I = 0; I < Often.size(); ++I)
    if (P.Host.Functions[I].IsMain || P.Host.variable(Group.front()).isLocal())
      Often[I] = 1;
  return Often;
}

/// Whether flags of their own are worth it and can always be kept up to date.
bool FlowPlanner::mayHaveFlags() const {
  constexpr int64_t LeastBytes = 4096;
  const SharedVariable &V = P.Host.variable(Group.front());
  bool HasMain = llvm::any_of(P.Host.Functions,
                              [](const HostFunction &F) { return F.IsMain; });
  if (Group.size() > 1)
    return false;
  return V.Pointer ? V.isLocal() && !isParameter(V)
                   : HasMain && V.bytes() >= LeastBytes;
}

bool FlowPlanner::mayBeCaught() const {
  return llvm::any_of(Group,
                      [&](SharedVarId Id) { return uses(Id).mayBeCaught(); });
}

std::optional<FlowPlan> FlowPlanner::plan(bool Flagged) const {
  FlowPlan Plan;
  Plan.Flagged = Flagged;
  std::vector<double> Often = callFrequencies();
  for (unsigned I = 0; I < P.Host.Functions.size(); ++I) {
    // Exchanges are in one function: in others each is on its own.
    bool Scope = llvm::all_of(Group, [&](SharedVarId Id) {
      return P.Host.variable(Id).isLocal() ? uses(Id).isScope(I)
                                           : P.Host.Functions[I].IsMain;
    });
    std::vector<SharedVarId> Members;
    CopyStates Entry;
    for (SharedVarId Id : Group) {
      const HostUses &U = uses(Id); // members exchange anywhere
      bool Own = P.Host.variable(Id).isMember() && !U.inFunction(I).device();
      if (U.knowsObject(I) && (Scope || Own || U.keepsContract(I))) {
        Members.push_back(Id);
        Entry.push_back(Flagged && !Scope ? CopyState::unknown()
                                          : atEntry(Id, I));
        Entry.back().Flagged = Flagged;
        if (Flagged && !Entry.back().Allocated)
          Entry.back().Device = false; // as its flag begins
      }
    }
    if (llvm::none_of(Members, [&](SharedVarId Id) {
          return uses(Id).inFunction(I).device();
        }))
      continue;
    auto Use = [&](const HostStatement &S, unsigned V) {
      VariableUse U = uses(Members[V]).of(S, /*Lazy=*/Flagged);
      if (mayBeCaught()) // it may have written a part
        U.Overwrites = U.HostOverwrites = false;
      return U;
    };
    bool Contract = !Scope || isParameter(P.Host.variable(Group.front()));
    HostFlow Flow(Members, Use, /*HostValidAtExit=*/Contract && !Flagged,
                  mayBeCaught());
    auto Placed = Flow.place(P.Host.Functions[I].Body, Entry);
    if (!Placed)
      return std::nullopt;
    Plan.Actions.insert(Plan.Actions.end(), Placed->Actions.begin(),
                        Placed->Actions.end());
    Plan.Cost += Often[I] * Placed->Cost;
  }
  return Plan;
}

} // namespace

std::optional<FlowPlan>
planFlow(const Program &P, const std::vector<SharedVarId> &Group,
         const std::vector<std::optional<HostUses>> &Uses) {
  FlowPlanner Planner(P, Group, Uses);
  std::optional<FlowPlan> Static = Planner.plan(/*Flagged=*/false);
  if (!Static || !Planner.mayHaveFlags())
    return Static;
  // A test costs little but is one more thing to read.
  constexpr double MostOfCost = 0.85, LeastSaved = 1;
  std::optional<FlowPlan> Flagged = Planner.plan(/*Flagged=*/true);
  bool Pays =
      Flagged && (Planner.mayBeCaught() || // nothing is known without them
                  (Flagged->Cost <= MostOfCost * Static->Cost &&
                   Static->Cost - Flagged->Cost >= LeastSaved));
  return Pays ? Flagged : Static;
}

} // namespace tessera
