//===- StreamCalls.cpp - A stretch of work on streams, as calls -----------===//
#include "streams/StreamCalls.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Action = TransferAction::Kind;
using Side = CodePosition::Side;
using Call = StreamCall::Kind;

static void learn(std::set<unsigned> &Into, const std::set<unsigned> &What) {
  Into.insert(What.begin(), What.end());
}

StreamCalls::StreamCalls(const Stretch &S, const std::vector<Work> &All,
                         const StreamSchedule &Streams, TransferPlan &Into)
    : S(S), All(All), Streams(Streams), Into(Into), Known(Streams.Count),
      Done(All.size()), Events(All.size()), Waits(All.size()),
      Finished(Streams.Count, true) {
  for (unsigned I = 0; I < All.size(); ++I) {
    if (isHost(I)) { // whatever follows
      for (unsigned Before : finishedBy(I))
        for (std::set<unsigned> &Stream : Known)
          learn(Stream, Done[Before]);
      continue;
    }
    std::set<unsigned> &Mine = Known[stream(I)];
    for (unsigned Before : llvm::reverse(All[I].Task.After)) {
      if (Mine.count(Before))
        continue;
      Waits[I].push_back(Before);
      if (!Events[Before])
        Events[Before] = EventCount++;
      learn(Mine, Done[Before]);
    }
    Mine.insert(I);
    Done[I] = Mine;
  }
}

/// The tasks that are done when the host has waited as \p I says.
std::set<unsigned> StreamCalls::finishedBy(unsigned I) const {
  std::set<unsigned> Result;
  for (unsigned Before : All[I].Task.After)
    for (unsigned Other = 0; Other < I; ++Other)
      if (!isHost(Other) && stream(Other) == stream(Before))
        Result.insert(Other);
  return Result;
}

void StreamCalls::write(unsigned Number) {
  Block = Number;
  if (S.Loop)
    put(Call::Open, {Side::Before, S.Loop->Source, S.Loop->Unbraced});
  else
    put(Call::Open, before(All.front().Child));
  unsigned I = 0, LastTask = 0;
  for (unsigned J = 0; J < All.size(); ++J)
    LastTask = isHost(J) ? LastTask : J;
  for (; I <= LastTask || llvm::is_contained(Finished, false); ++I)
    isHost(I) ? finish(I) : task(I);
  if (S.Loop)
    put(Call::Close, {Side::After, S.Loop->Source, S.Loop->Unbraced});
  else
    put(Call::Close, before(All[I - 1].Child));
}

CodePosition StreamCalls::before(unsigned Child) const {
  const std::vector<HostStatement> &All = S.Sequence->Children;
  if (S.EndsBehind && Child == S.End)
    return behind(Child - 1);
  if (Child < All.size())
    return {Side::Before, All[Child].Source, false};
  return {Side::AtEnd, S.Sequence->Source, false};
}

CodePosition StreamCalls::behind(unsigned Child) const {
  return {Side::After, S.Sequence->Children[Child].Source, false};
}

void StreamCalls::put(Call K, CodePosition Where, unsigned Stream,
                      unsigned Event, SharedVarId Variable) {
  TransferAction A = {Action::OnStream, Variable, Where};
  A.Step = Into.Calls.size();
  Into.Actions.push_back(A);
  Into.Calls.push_back({K, Block, Stream, Event, Variable});
}

void StreamCalls::task(unsigned I) {
  const Work &W = All[I];
  CodePosition Where = W.Behind ? behind(W.Child) : before(W.Child);
  for (unsigned Before : Waits[I])
    put(Call::Wait, Where, stream(I), *Events[Before]);
  for (const TransferAction &A : W.Copies)
    put(A.K == Action::Upload  ? Call::Upload
        : A.K == Action::Clear ? Call::Clear
                               : Call::Readback,
        Where, stream(I), 0, A.Variable);
  if (W.Launch || W.Own)
    Where = behind(W.Child);
  if (Events[I])
    put(Call::Record, Where, stream(I), *Events[I]);
  Finished[stream(I)] = false;
}

void StreamCalls::finish(unsigned I) {
  // What came last has waited for others.
  for (unsigned Before : llvm::reverse(All[I].Task.After)) {
    if (Finished[stream(Before)])
      continue;
    put(Call::Finish, before(All[I].Child), stream(Before));
    std::set<unsigned> Now;
    for (unsigned Other = 0; Other < I; ++Other)
      if (!isHost(Other) && stream(Other) == stream(Before))
        learn(Now, Done[Other]);
    for (unsigned Stream = 0; Stream < Streams.Count; ++Stream)
      Finished[Stream] = Finished[Stream] || isDone(Stream, I, Now);
  }
}

/// Whether all that \p Stream has before the task \p I is in \p Now.
bool StreamCalls::isDone(unsigned Stream, unsigned I,
                         const std::set<unsigned> &Now) const {
  for (unsigned Other = 0; Other < I; ++Other)
    if (!isHost(Other) && stream(Other) == Stream && !Now.count(Other))
      return false;
  return true;
}

} // namespace tessera
