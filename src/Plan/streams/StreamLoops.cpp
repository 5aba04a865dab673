//===- StreamLoops.cpp - Independent rounds on several streams ------------===//
#include "streams/HostStretch.h"
#include "streams/LaunchEstimate.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace tessera {
namespace {

using Kind = HostStatement::Kind;
using Action = TransferAction::Kind;
using Side = CodePosition::Side;
using Call = StreamCall::Kind;

class LoopStreamer {
public:
  LoopStreamer(const Program &P, const FusePlan &Fusion,
               const std::vector<PlanDecision> &Decisions,
               const DeviceModel &Device, TransferPlan &Into,
               std::vector<Diagnostic> &Messages, const StreamCosts &Costs)
      : P(P), Fusion(Fusion), Device(Device), Into(Into), Messages(Messages),
        Costs(Costs), Host(P, Decisions, Into) {}

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
    if (S.K == Kind::Loop)
      if (std::optional<LaunchId> Id = onlyLaunch(S))
        useStreams(S, *Id);
    for (const HostStatement &Child : S.Children)
      visit(Child);
  }

  /// The launch that is all that \p Loop does, if its rounds are independent.
  std::optional<LaunchId> onlyLaunch(const HostStatement &Loop) const {
    const HostStatement *Body = &Loop.Children.back();
    while (Body->K == Kind::Sequence && Body->Children.size() == 1)
      Body = &Body->Children.front();
    std::optional<LaunchId> Id = Host.launch(*Body);
    if (!Id || !Fusion.Independent.count(*Id) ||
        P.launch(*Id).Loop->Source != Loop.Source ||
        Loop.Children.front().CallsAway)
      return std::nullopt;
    bool Moves = llvm::any_of(Into.Actions, [&](const TransferAction &A) {
      bool Around = A.Where.S == Side::Before || A.Where.S == Side::After;
      return A.K != Action::CheckLaunch &&
             Loop.Source.contains(A.Where.Statement) &&
             !(Around && A.Where.Statement == Loop.Source);
    });
    return Moves ? std::nullopt : Id;
  }

  /// How many streams pay: 1 if none do. The host starts one round after the
  /// other, so that more are no use when they keep up with it.
  unsigned streams(LaunchId Id) const {
    LaunchEstimate Each = estimate(P, Id, Device, Costs);
    double Rounds = Costs.RoundsOfLoop;
    if (std::optional<int64_t> Known = P.launch(Id).Loop->rounds())
      Rounds = *Known;
    double Most =
        std::min({double(Costs.MostStreamsOfLoop), 1 / Each.Share, Rounds,
                  std::ceil(Each.Seconds / Costs.HostSecondsPerLaunch)});
    unsigned Best = 1;
    double BestSaved = 0;
    for (unsigned Count = 2; Count <= Most; ++Count) {
      double Then = std::max(Each.Seconds / Count, Costs.HostSecondsPerLaunch);
      double Saved =
          Rounds * (Each.Seconds - Then) - Count * Costs.SecondsPerStream;
      if (Saved > BestSaved) {
        Best = Count;
        BestSaved = Saved;
      }
    }
    return Best;
  }

  void useStreams(const HostStatement &S, LaunchId Id) {
    const LaunchLoop &Loop = *P.launch(Id).Loop;
    unsigned Count = streams(Id);
    if (Count < 2 || Loop.First.constant().value_or(-1) < 0)
      return;
    StreamBlock Block;
    Block.Streams = "round_streams";
    for (unsigned I = 2; P.Host.Identifiers.count(Block.Streams) ||
                         !Names.insert(Block.Streams).second;
         ++I)
      Block.Streams = "round_streams" + std::to_string(I);
    Block.Count = Count;
    Block.Launches = {Id};
    CodePosition Before = {Side::Before, S.Source, S.Unbraced},
                 After = {Side::After, S.Source, S.Unbraced};
    put(Call::Open, Before);
    put(Call::FinishAll, After);
    put(Call::Close, After);
    std::string Round = Loop.Counter;
    if (Loop.Step != 1)
      Round += " / " + std::to_string(Loop.Step);
    std::string Stream =
        Block.Streams + "[" + Round + " % " + std::to_string(Count) + "]";
    auto Change = llvm::find_if(
        Into.Launches, [&](const LaunchPlan &L) { return L.Launch == Id; });
    if (Change == Into.Launches.end())
      Change = Into.Launches.insert(Change, {Id, {}, {}});
    Change->Stream = Host.configuration(Id, Stream);
    Messages.push_back({DiagKind::LaunchesOverlapped,
                        {S.Source.Begin},
                        {"'" + P.kernel(P.launch(Id).Kernel).Name +
                             "' by the loop over '" + Loop.Counter + "'",
                         std::to_string(Count), ""}});
    Into.Streams.push_back(std::move(Block));
  }

  void put(Call K, CodePosition Where) {
    TransferAction A = {Action::OnStream, {}, Where};
    A.Step = Into.Calls.size();
    Into.Actions.push_back(A);
    Into.Calls.push_back({K, unsigned(Into.Streams.size())});
  }

  const Program &P;
  const FusePlan &Fusion;
  const DeviceModel &Device;
  TransferPlan &Into;
  std::vector<Diagnostic> &Messages;
  const StreamCosts &Costs;
  HostStretch Host;
  std::set<std::string> Names; ///< that the function got
};

} // namespace

void planStreamLoops(const Program &P, const FusePlan &Fusion,
                     const std::vector<PlanDecision> &Decisions,
                     const DeviceModel &Device, TransferPlan &Into,
                     std::vector<Diagnostic> &Messages,
                     const StreamCosts &Costs) {
  LoopStreamer(P, Fusion, Decisions, Device, Into, Messages, Costs).run();
}

} // namespace tessera
