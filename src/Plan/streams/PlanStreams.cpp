//===- PlanStreams.cpp - Independent work on streams of its own -----------===//
#include "tessera/Plan/PlanStreams.h"
#include "copies/CopyStreams.h"
#include "streams/HostStretch.h"
#include "streams/LaunchEstimate.h"
#include "streams/StreamCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

namespace tessera {
namespace {

using Kind = HostStatement::Kind;
using Action = TransferAction::Kind;
using Side = CodePosition::Side;
using Call = StreamCall::Kind;

class StreamPlanner {
public:
  StreamPlanner(const Program &P, const std::vector<PlanDecision> &Decisions,
                const DeviceModel &Device, TransferPlan &Into,
                std::vector<Diagnostic> &Messages, const StreamCosts &Costs,
                const FreeCopies *Own = nullptr)
      : P(P), Device(Device), Into(Into), Messages(Messages), Costs(Costs),
        Own(Own), Host(P, Decisions, Into, Own) {}

  void run() {
    if (!Host.isPossible())
      return;
    for (const HostFunction &F : P.Host.Functions) {
      Names.clear();
      Found.clear();
      if (F.Editable)
        visit(F.Body, nullptr, 0);
      for (const Stretch &S : Found)
        plan(S);
    }
    sortByPlace(Into.Actions);
  }

private:
  void visit(const HostStatement &S, const HostStatement *Loop, unsigned Depth);
  void split(const HostStatement &S, const HostStatement *Loop, unsigned Depth);
  bool mayPass(const Stretch &S, unsigned Child) const;
  void plan(const Stretch &S);

  bool isAt(const TransferAction &A, const Stretch &S, unsigned Child) const;
  std::vector<TransferAction> copiesAt(const Stretch &S, unsigned Child,
                                       bool Up) const;
  std::optional<unsigned> writerBefore(const Stretch &S, unsigned Child,
                                       SharedVarId Id) const;
  bool isPinned(SharedVarId Id) const {
    return Into.Variables[Id.Index].Pinned || P.Host.variable(Id).Pointer;
  }
  double copySeconds(SharedVarId Id) const;
  void describeCopy(const HostCopy &Copy, Work &W) const;
  bool isTask(const HostStatement &S) const {
    return Host.copy(S) || Host.launch(S);
  }
  void describeLaunch(LaunchId Id, Work &W) const;

  std::vector<Work> collect(const Stretch &S);
  void add(std::vector<Work> &All, Work W) const;
  void waitOnHost(std::vector<Work> &All, unsigned Child,
                  const HostStatement *Before);
  bool pays(const Stretch &S, const std::vector<Work> &All,
            const StreamSchedule &Streams);
  void commit(const Stretch &S, const std::vector<Work> &All,
              const StreamSchedule &Streams);
  void onStream(const HostCopy &Copy, const std::string &Stream);
  std::string fresh(const std::string &Name) {
    std::string Unique = Name;
    for (unsigned I = 2;
         P.Host.Identifiers.count(Unique) || !Names.insert(Unique).second; ++I)
      Unique = Name + std::to_string(I);
    return Unique;
  }
  std::string launchNames(const std::vector<Work> &All) const;

  const Program &P;
  const DeviceModel &Device;
  TransferPlan &Into;
  std::vector<Diagnostic> &Messages;
  const StreamCosts &Costs;
  const FreeCopies *Own; ///< or null
  HostStretch Host;
  std::set<std::string> Names; ///< that the function got
  std::vector<Stretch> Found;  ///< in it
};

//===----------------------------------------------------------------------===//
// Stretches
//===----------------------------------------------------------------------===//

bool mayReturn(const HostStatement &S) {
  return S.K == Kind::Return || S.K == Kind::Opaque || S.MayReturn ||
         llvm::any_of(S.Children, mayReturn);
}

/// \param Loop the outermost loop around that is only left by its end or by
///             jumps to there.
void StreamPlanner::visit(const HostStatement &S, const HostStatement *Loop,
                          unsigned Depth) {
  if (S.K == Kind::Opaque)
    return;
  if (S.K == Kind::Loop) {
    if (mayReturn(S) || (Own && S.Unbraced)) // copies move next to it, too
      Loop = nullptr, Depth = 0;
    else
      Loop = Loop ? Loop : &S, ++Depth;
  }
  if (S.K == Kind::Sequence)
    split(S, Loop, Depth);
  for (const HostStatement &Child : S.Children)
    visit(Child, Loop, Depth);
}

/// Whether \p A stands between the statements \p Child - 1 and \p Child.
bool StreamPlanner::isAt(const TransferAction &A, const Stretch &S,
                         unsigned Child) const {
  const std::vector<HostStatement> &All = S.Sequence->Children;
  return (Child < All.size() &&
          A.Where == CodePosition{Side::Before, All[Child].Source, false}) ||
         (Child > 0 &&
          A.Where == CodePosition{Side::After, All[Child - 1].Source, false}) ||
         (Child == All.size() &&
          A.Where == CodePosition{Side::AtEnd, S.Sequence->Source, false});
}

std::vector<TransferAction>
StreamPlanner::copiesAt(const Stretch &S, unsigned Child, bool Up) const {
  std::vector<TransferAction> Copies;
  for (const TransferAction &A : Into.Actions) {
    bool Fits = Up ? A.K == Action::Upload || A.K == Action::Clear
                   : A.K == Action::Readback;
    if (Fits && isAt(A, S, Child))
      Copies.push_back(A);
  }
  return Copies;
}

/// The last launch of \p S before \p Child that writes \p Id.
std::optional<unsigned> StreamPlanner::writerBefore(const Stretch &S,
                                                    unsigned Child,
                                                    SharedVarId Id) const {
  for (unsigned I = Child; I-- > S.Begin;)
    if (std::optional<LaunchId> L = Host.launch(S.Sequence->Children[I]))
      for (const SharedAccess &A : launchEffects(P, *L))
        if (A.Variable == Id && A.Writes)
          return I;
  return std::nullopt;
}

/// Whether what is inserted between \p Child and the statement before may stand
/// in the midst of a stretch.
bool StreamPlanner::mayPass(const Stretch &S, unsigned Child) const {
  return llvm::all_of(Into.Actions, [&](const TransferAction &A) {
    if (!isAt(A, S, Child))
      return true;
    if (A.K == Action::Readback)
      return writerBefore(S, Child, A.Variable).has_value();
    return A.K == Action::CheckLaunch || A.K == Action::Clear ||
           A.K == Action::Upload;
  });
}

void StreamPlanner::split(const HostStatement &Sequence,
                          const HostStatement *Loop, unsigned Depth) {
  const std::vector<HostStatement> &All = Sequence.Children;
  for (unsigned I = 0; I < All.size(); ++I) {
    if (!isTask(All[I]))
      continue;
    Stretch S = {&Sequence, I, I, Loop, Depth, /*EndsBehind=*/Own != nullptr};
    unsigned Launches = 0, Copies = 0;
    while (S.End < All.size() && (S.End == I || mayPass(S, S.End))) {
      bool IsLaunch = Host.launch(All[S.End]).has_value();
      bool IsCopy = Host.copy(All[S.End]);
      if (!IsLaunch && !IsCopy && !Host.isHostWork(All[S.End]))
        break;
      Launches += IsLaunch;
      Copies += IsCopy;
      ++S.End;
    }
    while (Host.isGone(All[S.End - 1]))
      --S.End; // nothing can stand behind it
    if (Launches > 1 || (Launches && Copies))
      Found.push_back(S);
    I = S.End;
  }
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

double StreamPlanner::copySeconds(SharedVarId Id) const {
  return Costs.SecondsPerCopy +
         P.Host.variable(Id).bytes() / (isPinned(Id)
                                            ? Costs.PinnedBytesPerSecond
                                            : Costs.PageableBytesPerSecond);
}

void StreamPlanner::describeLaunch(LaunchId Id, Work &W) const {
  W.Launch = Id;
  for (const SharedAccess &A : launchEffects(P, Id)) {
    if (A.Reads)
      W.Reads.insert(A.Variable);
    if (A.Writes)
      W.Writes.insert(A.Variable);
  }
  LaunchEstimate Estimate = estimate(P, Id, Device, Costs);
  W.Task.HostSeconds = Costs.HostSecondsPerLaunch;
  W.Task.Seconds = Estimate.Seconds;
  W.Task.Share = Estimate.Share;
}

void StreamPlanner::describeCopy(const HostCopy &Copy, Work &W) const {
  bool Up = P.Host.variable(Copy.From).D == SharedVariable::Dialect::HostOnly;
  W.Own = &Copy;
  W.Task.E = Up ? StreamTask::Engine::Upload : StreamTask::Engine::Readback;
  W.Task.Seconds = Costs.SecondsPerCopy +
                   double(Copy.Bytes.constant().value_or(Own->LeastBytes)) /
                       Costs.PinnedBytesPerSecond;
  W.Task.HostSeconds = Costs.SecondsPerCall;
  W.Reads = {Copy.From};
  W.Writes = {Copy.To};
}

/// Appends \p W with what it depends on.
void StreamPlanner::add(std::vector<Work> &All, Work W) const {
  for (std::set<SharedVarId> *Each : {&W.Reads, &W.Writes})
    if (Own)
      Own->AddAliases(*Each);
  auto Touch = [](const std::set<SharedVarId> &A,
                  const std::set<SharedVarId> &B) {
    return llvm::any_of(A, [&](SharedVarId Id) { return B.count(Id); });
  };
  for (unsigned I = 0; I < All.size(); ++I)
    if (Touch(All[I].Writes, W.Writes) || Touch(All[I].Writes, W.Reads) ||
        Touch(All[I].Reads, W.Writes))
      W.Task.After.push_back(I);
  All.push_back(std::move(W));
}

/// Makes the host wait for the copies that \p Before must find done; for all
/// work if there is no such statement.
void StreamPlanner::waitOnHost(std::vector<Work> &All, unsigned Child,
                               const HostStatement *Before) {
  Work W;
  W.Child = Child;
  W.Task.E = StreamTask::Engine::Host;
  W.Task.HostSeconds = Costs.SecondsPerWait;
  for (unsigned I = 0; I < All.size(); ++I) {
    if (!Before && All[I].Task.E != StreamTask::Engine::Host)
      W.Task.After.push_back(I);
    bool Up = All[I].Task.E == StreamTask::Engine::Upload;
    for (SharedVarId Id : Up ? All[I].Reads : All[I].Writes) {
      if (!Before || !All[I].Own)
        continue;
      VariableUse U = Host.use(*Before, Id);
      if (U.HostWrites || (U.host() && !Up))
        W.Task.After.push_back(I);
    }
    for (const TransferAction &A : All[I].Copies) {
      if (!Before || A.K == Action::Clear)
        continue;
      VariableUse U = Host.use(*Before, A.Variable);
      if (U.HostWrites || (U.host() && A.K == Action::Readback))
        W.Task.After.push_back(I);
    }
  }
  if (!W.Task.After.empty())
    All.push_back(std::move(W));
}

std::vector<Work> StreamPlanner::collect(const Stretch &S) {
  std::vector<Work> All;
  const std::vector<HostStatement> &Statements = S.Sequence->Children;
  auto Copies = [&](std::vector<TransferAction> Which, unsigned Child,
                    bool Up) {
    if (Which.empty())
      return;
    Work W;
    W.Task.E = Up ? StreamTask::Engine::Upload : StreamTask::Engine::Readback;
    W.Child = Child;
    for (const TransferAction &A : Which) {
      (Up ? W.Writes : W.Reads).insert(A.Variable);
      if (A.K == Action::Clear)
        continue;
      W.Task.Seconds += copySeconds(A.Variable);
      W.Task.HostSeconds += Costs.SecondsPerCall;
      W.Task.HostWaits |= !isPinned(A.Variable);
    }
    W.Copies = std::move(Which);
    add(All, std::move(W));
  };
  for (unsigned I = S.Begin; I <= S.End; ++I) {
    // Page-locked memory is read back as soon as its last writer is done.
    std::vector<TransferAction> Late;
    for (const TransferAction &A : copiesAt(S, I, /*Up=*/false))
      if (!isPinned(A.Variable) && writerBefore(S, I, A.Variable))
        Late.push_back(A);
    Copies(Late, I, /*Up=*/false);
    if (I == S.End) {
      waitOnHost(All, I, nullptr);
      break;
    }
    if (Host.isGone(Statements[I]))
      continue;
    if (const HostCopy *Copy = Host.copy(Statements[I])) {
      Work W;
      W.Child = I;
      describeCopy(*Copy, W);
      add(All, std::move(W));
      continue;
    }
    std::optional<LaunchId> Launch = Host.launch(Statements[I]);
    if (!Launch)
      waitOnHost(All, I, &Statements[I]);
    Copies(copiesAt(S, I, /*Up=*/true), I, /*Up=*/true);
    if (!Launch)
      continue;
    Work W;
    W.Child = I;
    describeLaunch(*Launch, W);
    add(All, std::move(W));
    std::vector<TransferAction> Early;
    for (unsigned J = I + 1; J <= S.End; ++J)
      for (const TransferAction &A : copiesAt(S, J, /*Up=*/false))
        if (isPinned(A.Variable) && writerBefore(S, J, A.Variable) == I)
          Early.push_back(A);
    unsigned Before = All.size();
    Copies(Early, I, /*Up=*/false);
    if (All.size() > Before)
      All.back().Behind = true;
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

std::string StreamPlanner::launchNames(const std::vector<Work> &All) const {
  std::vector<std::string> Kernels;
  for (const Work &W : All)
    if (W.Launch)
      Kernels.push_back("'" + P.kernel(P.launch(*W.Launch).Kernel).Name + "'");
  std::string Last = Kernels.back();
  Kernels.pop_back();
  return llvm::join(Kernels, ", ") + (Kernels.empty() ? "" : " and ") + Last +
         (Own ? " and the copies around" : "");
}

SourcePlace firstPlace(const Program &P, const std::vector<Work> &All) {
  for (const Work &W : All)
    if (W.Launch)
      return {P.launch(*W.Launch).Statement.Begin};
  return SourcePlace::nowhere();
}

bool StreamPlanner::pays(const Stretch &S, const std::vector<Work> &All,
                         const StreamSchedule &Streams) {
  std::vector<StreamTask> Tasks;
  double Busy = 0, Starting = 0; // in order, without streams
  for (const Work &W : All) {
    Tasks.push_back(W.Task);
    Busy += W.Task.Seconds; // copies that wait hide nothing
    if (W.Launch)
      Starting += W.Task.HostSeconds;
    for (unsigned Before : W.Task.After)
      if (Streams.Streams[Before] != Streams.Streams[&W - All.data()])
        Tasks.back().HostSeconds += 2 * Costs.SecondsPerCall;
  }
  double Saved = std::max(Busy, Starting) - secondsFor(Tasks, Streams);
  Saved *= std::pow(Costs.RoundsOfLoop, S.Depth);
  double Price = Streams.Count * Costs.SecondsPerStream;
  if (Saved > Price)
    return true;
  if (Saved < 1e-6)
    return false; // nothing to speak of
  auto Microseconds = [](double Seconds) {
    return std::to_string(std::llround(Seconds * 1e6));
  };
  Messages.push_back(
      {DiagKind::LaunchesNotOverlapped,
       firstPlace(P, All),
       {launchNames(All), Microseconds(Saved), Microseconds(Price)}});
  return false;
}

void StreamPlanner::plan(const Stretch &S) {
  std::vector<Work> All = collect(S);
  std::vector<StreamTask> Tasks;
  for (const Work &W : All)
    Tasks.push_back(W.Task);
  StreamSchedule Streams = assignStreams(Tasks, Costs.MostStreams);
  if (Streams.Count > 1 && pays(S, All, Streams))
    commit(S, All, Streams);
}

/// Makes the call \p Copy asynchronous.
void StreamPlanner::onStream(const HostCopy &Copy, const std::string &Stream) {
  unsigned Name = Copy.Call.Begin + llvm::StringRef("cudaMemcpy").size();
  unsigned Close = Copy.Call.End - 1;
  Into.Replacements.push_back({{Name, Name}, "Async"});
  Into.Replacements.push_back({{Close, Close}, ", " + Stream});
}

void StreamPlanner::commit(const Stretch &S, const std::vector<Work> &All,
                           const StreamSchedule &Streams) {
  StreamBlock Block;
  Block.Streams = fresh("streams");
  Block.Count = Streams.Count;
  std::set<SharedVarId> Pageable;
  for (const Work &W : All)
    for (const TransferAction &A : W.Copies) {
      llvm::erase(Into.Actions, A);
      if (!isPinned(A.Variable) && A.K != Action::Clear)
        Pageable.insert(A.Variable);
    }
  StreamCalls Write(S, All, Streams, Into);
  Block.EventCount = Write.events();
  if (Block.EventCount)
    Block.Events = fresh(Block.EventCount > 1 ? "events" : "event");
  Write.write(Into.Streams.size());
  for (const Work &W : All) {
    if (W.Own)
      onStream(*W.Own, Block.stream(Streams.Streams[&W - All.data()]));
    if (!W.Launch)
      continue;
    Block.Launches.push_back(*W.Launch);
    auto Change = llvm::find_if(Into.Launches, [&](const LaunchPlan &L) {
      return L.Launch == *W.Launch;
    });
    if (Change == Into.Launches.end())
      Change = Into.Launches.insert(Change, {*W.Launch, {}, {}});
    Change->Stream = Host.configuration(
        *W.Launch, Block.stream(Streams.Streams[&W - All.data()]));
  }
  std::string Waiting;
  for (SharedVarId Id : Pageable)
    Waiting += (Waiting.empty() ? "; the host waits for copies of '" : ", '") +
               P.Host.variable(Id).Name + "'";
  if (!Waiting.empty())
    Waiting += ", which are not page-locked";
  Messages.push_back(
      {DiagKind::LaunchesOverlapped,
       firstPlace(P, All),
       {launchNames(All), std::to_string(Streams.Count), Waiting}});
  Into.Streams.push_back(std::move(Block));
}

} // namespace

void planStreams(const Program &P, const std::vector<PlanDecision> &Decisions,
                 const DeviceModel &Device, TransferPlan &Into,
                 std::vector<Diagnostic> &Messages, const StreamCosts &Costs) {
  StreamPlanner(P, Decisions, Device, Into, Messages, Costs).run();
}

void planCopyStreams(const Program &P, const FreeCopies &Own,
                     const std::vector<PlanDecision> &Decisions,
                     const DeviceModel &Device, TransferPlan &Into,
                     std::vector<Diagnostic> &Messages,
                     const StreamCosts &Costs) {
  StreamPlanner(P, Decisions, Device, Into, Messages, Costs, &Own).run();
}

} // namespace tessera
