//===- PlanGraphs.cpp - Launch loops that replay a graph ------------------===//
#include "tessera/Plan/PlanGraphs.h"
#include "streams/HostStretch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

namespace tessera {
namespace {

using Kind = HostStatement::Kind;
using Action = TransferAction::Kind;
using Side = CodePosition::Side;
using Call = StreamCall::Kind;

/// The statements of a loop's body.
llvm::ArrayRef<HostStatement> bodyOf(const HostStatement &Loop) {
  const HostStatement &Body = Loop.Children.back();
  return Body.K == Kind::Sequence ? llvm::ArrayRef(Body.Children)
                                  : llvm::ArrayRef(Body);
}

/// Looks at one loop.
class Capturer {
public:
  Capturer(const Program &P, const HostStretch &Host, const TransferPlan &Plan,
           const GraphCosts &Costs, const HostStatement &Loop)
      : P(P), Host(Host), Plan(Plan), Costs(Costs), Loop(Loop) {}

  /// \returns why the loop cannot be captured, or nothing.
  std::string run() {
    const HostStatement &Header = Loop.Children.front();
    if (!Header.Accesses.empty() || !Header.Events.empty() ||
        !Header.Launches.empty() || !Header.Calls.empty() || Header.CallsAway)
      return "its header does more than count";
    for (const HostStatement &S : bodyOf(Loop))
      if (std::string Why = statement(S); !Why.empty())
        return Why;
    if (std::string Why = actions(); !Why.empty())
      return Why;
    return number();
  }

  std::vector<LaunchId> Launches;
  GraphLoop Result;

private:
  std::string statement(const HostStatement &S) {
    if (S.OnlyExchanges) {
      llvm::append_range(Exchanges, S.Events);
      return "";
    }
    if (S.K != Kind::Leaf || S.Launches.empty())
      return "it does not only launch";
    std::optional<LaunchId> Id = Host.ordered(S);
    if (!Id)
      return "a launch uses memory that is not followed, or a stream";
    Launches.push_back(*Id);
    const LaunchModel &L = P.launch(*Id);
    if (!L.Around || L.Around->Source != Loop.Source || !L.Around->End)
      return "how its rounds are counted is not known";
    bool Varies = L.Around->ConfigurationVaries ||
                  llvm::any_of(L.Around->Arguments,
                               [](const auto &A) { return A.Varies; });
    if (Varies)
      return "an argument or a grid depends on the round";
    bool Repeatable =
        L.Effect.empty() && L.Around->EndRepeatable && L.GridRepeatable &&
        L.BlockIsRepeatable && L.SharedBytesText.empty() &&
        llvm::all_of(L.Arguments,
                     [](const LaunchArgument &A) { return A.Repeatable; });
    if (!Repeatable)
      return "what a launch is given may change when it is evaluated";
    if (L.blocks() == 0)
      return "a launch has no blocks";
    return "";
  }

  /// What is inserted into the loop must be possible in a capture.
  std::string actions() const {
    for (const TransferAction &A : Plan.Actions) {
      bool Around = A.Where.S == Side::Before || A.Where.S == Side::After;
      if (!Loop.Source.contains(A.Where.Statement) ||
          (Around && A.Where.Statement == Loop.Source))
        continue;
      if (A.K == Action::Synchronize)
        return "the host waits in it";
      if (A.K != Action::CheckLaunch && A.K != Action::Exchange)
        return "arrays are copied in it";
    }
    return "";
  }

  /// After how many rounds all exchanged pointers hold what they did before.
  unsigned period() const {
    std::map<SharedVarId, SharedVarId> Holds; // whose memory
    auto At = [&](SharedVarId Id) -> SharedVarId & {
      return Holds.try_emplace(Id, Id).first->second;
    };
    for (const MemoryEvent &E : Exchanges)
      std::swap(At(E.Variable), At(*E.Other));
    unsigned All = 1;
    for (auto [Start, Next] : Holds) {
      unsigned Length = 1;
      for (; Next != Start; Next = Holds.at(Next))
        ++Length;
      All = std::lcm(All, Length);
    }
    return All;
  }

  /// Chooses how many rounds make a graph.
  std::string number() {
    unsigned Period = period();
    if (Period > Costs.MostRounds)
      return "its pointers take too many rounds to be exchanged back";
    const LaunchLoop &L = *P.launch(Launches.front()).Around;
    std::optional<int64_t> Rounds = L.rounds();
    if (Rounds && *Rounds * int64_t(Launches.size()) < Costs.FewestLaunches)
      return "it launches " + std::to_string(*Rounds * Launches.size()) +
             " times, and a graph pays from " +
             std::to_string(Costs.FewestLaunches);
    unsigned Wanted = Costs.LaunchesOfGraph / Launches.size();
    Result.Number = std::max(1u, (Wanted + Period - 1) / Period) * Period;
    Result.Counter = L.Counter;
    std::string Others = std::to_string((Result.Number - 1) * L.Step);
    bool Simple = L.EndText.find_first_of("?<>&|^=,") == std::string::npos;
    Result.Test = (Simple ? L.EndText : "(" + L.EndText + ")") + " - " +
                  L.Counter + (L.Inclusive ? " >= " : " > ") + Others;
    Result.Skip = L.Counter + " += " + Others + ";";
    addGridTests();
    return "";
  }

  /// A launch of no blocks does nothing, but cannot be captured.
  void addGridTests() {
    std::set<std::string> Tests;
    for (LaunchId Id : Launches) {
      const LaunchModel &L = P.launch(Id);
      if (L.blocks())
        continue;
      if (L.GridIsScalar) {
        Tests.insert(L.GridText + " > 0");
        continue;
      }
      bool Name = llvm::all_of(
          L.GridText, [](char C) { return llvm::isAlnum(C) || C == '_'; });
      std::string Grid = Name ? L.GridText : "(" + L.GridText + ")";
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        if (!L.Grid[Axis])
          Tests.insert(Grid + "." + "xyz"[Axis] + " > 0");
    }
    for (const std::string &Test : Tests)
      Result.Test += " && " + Test;
  }

  const Program &P;
  const HostStretch &Host;
  const TransferPlan &Plan;
  const GraphCosts &Costs;
  const HostStatement &Loop;
  std::vector<MemoryEvent> Exchanges;
};

class GraphPlanner {
public:
  GraphPlanner(const Program &P, const std::vector<PlanDecision> &Decisions,
               TransferPlan &Into, std::vector<Diagnostic> &Messages,
               const GraphCosts &Costs)
      : P(P), Into(Into), Messages(Messages), Costs(Costs),
        Host(P, Decisions, Into) {}

  void run() {
    if (!Host.isPossible())
      return;
    for (const HostFunction &F : P.Host.Functions) {
      Names.clear();
      if (F.Editable)
        visit(F.Body);
    }
    sortByPlace(Into.Actions);
  }

private:
  void visit(const HostStatement &S) {
    if (S.K == Kind::Opaque)
      return;
    if (S.K == Kind::Loop &&
        llvm::any_of(bodyOf(S), [](const HostStatement &Part) {
          return Part.K == Kind::Leaf && !Part.Launches.empty();
        })) {
      Capturer Capture(P, Host, Into, Costs, S);
      std::string Why = Capture.run();
      if (Why.empty())
        commit(S, Capture);
      else
        Messages.push_back(
            {DiagKind::GraphNotCaptured, {S.Source.Begin}, {Why}});
    }
    for (const HostStatement &Child : S.Children)
      visit(Child);
  }

  void commit(const HostStatement &S, Capturer &Capture) {
    StreamBlock Stream;
    Stream.Streams = fresh("stream");
    Stream.Launches = Capture.Launches;
    GraphLoop Graph = std::move(Capture.Result);
    Graph.Block = Into.Streams.size();
    Graph.Graph = fresh("graph");
    Graph.Rounds = fresh("rounds");
    Graph.Uncaptured = fresh("uncaptured");
    CodePosition Before = {Side::Before, S.Source, S.Unbraced},
                 After = {Side::After, S.Source, S.Unbraced};
    const HostStatement &Body = S.Children.back();
    bool Single = Body.Unbraced;
    CodePosition Start = {Single ? Side::Before : Side::AtStart, Body.Source,
                          Single},
                 End = {Single ? Side::After : Side::AtEnd, Body.Source,
                        Single};
    unsigned Number = Into.Graphs.size();
    put(Call::Open, Graph.Block, Before);
    put(Call::OpenGraph, Number, Before);
    put(Call::StartRound, Number, Start);
    put(Call::EndRound, Number, End);
    put(Call::Finish, Graph.Block, After);
    put(Call::DestroyGraph, Number, After);
    put(Call::Close, Graph.Block, After);
    for (LaunchId Id : Stream.Launches) {
      auto Change = llvm::find_if(
          Into.Launches, [&](const LaunchPlan &L) { return L.Launch == Id; });
      if (Change == Into.Launches.end())
        Change = Into.Launches.insert(Change, {Id, {}, {}});
      Change->Stream = Host.configuration(Id, Stream.Streams);
    }
    Messages.push_back({DiagKind::GraphCaptured,
                        {S.Source.Begin},
                        {Graph.Counter, std::to_string(Graph.Number)}});
    Into.Streams.push_back(std::move(Stream));
    Into.Graphs.push_back(std::move(Graph));
  }

  void put(Call K, unsigned Block, CodePosition Where) {
    TransferAction A = {Action::OnStream, {}, Where};
    A.Step = Into.Calls.size();
    Into.Actions.push_back(A);
    Into.Calls.push_back({K, Block});
  }

  std::string fresh(const std::string &Name) {
    std::string Unique = Name;
    for (unsigned I = 2;
         P.Host.Identifiers.count(Unique) || !Names.insert(Unique).second; ++I)
      Unique = Name + std::to_string(I);
    return Unique;
  }

  const Program &P;
  TransferPlan &Into;
  std::vector<Diagnostic> &Messages;
  const GraphCosts &Costs;
  HostStretch Host;
  std::set<std::string> Names; ///< that the function got
};

} // namespace

void planGraphs(const Program &P, const std::vector<PlanDecision> &Decisions,
                TransferPlan &Into, std::vector<Diagnostic> &Messages,
                const GraphCosts &Costs) {
  GraphPlanner(P, Decisions, Into, Messages, Costs).run();
}

} // namespace tessera
