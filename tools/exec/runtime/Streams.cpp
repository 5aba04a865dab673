//===- Streams.cpp --------------------------------------------------------===//
#include "Streams.h"
#include "Api.h"
#include "Devices.h"
#include "Graphs.h"
#include "Report.h"
#include "Settings.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <random>
#include <utility>

using namespace tessera_rt;

struct CUstream_st {
  unsigned Index;
  unsigned Device;
  bool Blocking; ///< ordered with the default stream
  bool Destroyed = false;
  bool Queried = false;
  uint64_t Sequence = 0;
  Clock Last; ///< complete when the stream's last operation is
  std::deque<Operation> Waiting;
};

struct CUevent_st {
  bool Recorded = false;
  bool Queried = false;
  Clock At;
  std::shared_ptr<std::chrono::steady_clock::time_point> Time;
};

namespace tessera_rt {

bool HostIsAhead = false;

namespace {

struct State {
  /// By index. 0 stands for the host; the default stream and that of the thread
  /// follow for each device.
  std::vector<std::unique_ptr<CUstream_st>> Streams;
  std::vector<std::unique_ptr<CUevent_st>> Events;
  Clock HostKnows;
  uint64_t HostEpoch = 1; ///< counts what the host put into streams
  uint64_t Operations = 0, Launches = 0;
  uint64_t RunningLaunch = 0, RunningNumber = 0;
  std::vector<Operation> Unknown; ///< with ranges, not known to be complete
  std::mt19937_64 Random;

  Actor Actors[LaunchMask + 1];
  unsigned LastActor = 0;
  bool OperationUnordered[LaunchMask + 1] = {};
  bool HostUnordered[LaunchMask + 1] = {};
  Moment OfOperation, OfHost;
  uint64_t HostStampEpoch = 0; ///< that OfHost was made in
  bool HostMomentHolds = false;

  State() {
    add(/*Blocking=*/true, 0);
    for (unsigned I = 0; I < settings().Devices; ++I)
      for (unsigned Each = 0; Each < 2; ++Each)
        add(/*Blocking=*/true, I);
    Random.seed(settings().Seed);
  }
  CUstream_st *add(bool Blocking, unsigned Device) {
    unsigned Index = Streams.size();
    Streams.push_back(std::make_unique<CUstream_st>());
    Streams.back()->Index = Index;
    Streams.back()->Device = Device;
    Streams.back()->Blocking = Blocking;
    return Streams.back().get();
  }
};

State &state() {
  static State &Instance = *new State;
  return Instance;
}

} // namespace

static bool isEarly() { return settings().Seed % 2; }

static uint64_t at(const Clock &C, unsigned Stream) {
  return Stream < C.size() ? C[Stream] : 0;
}

static void merge(Clock &Into, const Clock &From) {
  if (Into.size() < From.size())
    Into.resize(From.size());
  for (size_t I = 0; I < From.size(); ++I)
    Into[I] = std::max(Into[I], From[I]);
}

/// The index of the first stream that the program made.
static unsigned firstOwn() { return 1 + 2 * settings().Devices; }

static CUstream_st &defaultStream(unsigned Device) {
  return *state().Streams[1 + 2 * Device];
}
static bool isDefault(const CUstream_st &Stream) {
  return &Stream == &defaultStream(Stream.Device);
}

static CUstream_st *find(cudaStream_t Handle) {
  State &S = state();
  if (!Handle || Handle == cudaStreamLegacy)
    return &defaultStream(CurrentDevice);
  if (Handle == cudaStreamPerThread)
    return S.Streams[2 + 2 * CurrentDevice].get();
  for (size_t I = firstOwn(); I < S.Streams.size(); ++I)
    if (S.Streams[I].get() == Handle && !Handle->Destroyed)
      return Handle;
  return nullptr;
}

static CUevent_st *find(cudaEvent_t Handle) {
  for (const std::unique_ptr<CUevent_st> &E : state().Events)
    if (E.get() == Handle)
      return Handle;
  return nullptr;
}

bool isStream(cudaStream_t Stream) { return find(Stream); }
bool isBlocking(cudaStream_t Stream) { return find(Stream)->Blocking; }
bool isOfCurrentDevice(cudaStream_t Stream) {
  return find(Stream)->Device == CurrentDevice;
}
bool hasStreams() {
  return settings().Devices > 1 || state().Streams.size() > firstOwn();
}

static unsigned newActor(Actor A) {
  State &S = state();
  if (S.LastActor == LaunchMask) { // stamps begin again
    forgetAllStamps();
    S.LastActor = 0;
    std::fill(std::begin(S.Actors), std::end(S.Actors), Actor());
  }
  S.Actors[++S.LastActor] = std::move(A);
  return S.LastActor;
}

const Actor &actorOf(Stamp Past) { return state().Actors[launchOf(Past)]; }

static void findUnordered(const Clock &Known, bool *Unordered) {
  State &S = state();
  for (unsigned I = 1; I <= LaunchMask; ++I)
    Unordered[I] = I <= S.LastActor &&
                   S.Actors[I].Sequence > at(Known, S.Actors[I].Stream);
}

static void execute(const Operation &Op) {
  State &S = state();
  unsigned Me = newActor({Op.What, Op.Grid, Op.Block, Op.IsKernel, Op.Launch,
                          Op.Stream, Op.Sequence});
  findUnordered(Op.Before, S.OperationUnordered);
  S.OperationUnordered[Me] = false;
  S.OfOperation.Now = makeStamp(Me, 0, 1, 0);
  S.OfOperation.Unordered = S.OperationUnordered;
  S.HostMomentHolds = false;
  S.RunningLaunch = Op.Launch;
  S.RunningNumber = Op.Number;
  Op.Run();
  if (Op.Free)
    Op.Free();
}

/// Does what is before \p Until; the order of the streams is free.
static void complete(const Clock &Until) {
  State &S = state();
  std::vector<unsigned> Order;
  for (unsigned I = S.Streams.size(); I-- > 1;)
    if (!S.Streams[I]->Waiting.empty())
      Order.push_back(I);
  if (settings().Seed)
    std::shuffle(Order.begin(), Order.end(), S.Random);
  for (unsigned I : Order) {
    CUstream_st &Stream = *S.Streams[I];
    while (!Stream.Waiting.empty() &&
           Stream.Waiting.front().Sequence <= at(Until, I)) {
      uint64_t Number = Stream.Waiting.front().Number;
      Clock Before = Stream.Waiting.front().Before;
      complete(Before);
      if (Stream.Waiting.empty() || Stream.Waiting.front().Number != Number)
        continue;
      Operation Op = std::move(Stream.Waiting.front());
      Stream.Waiting.pop_front();
      execute(Op);
    }
  }
}

/// The host knows now that \p Until is complete.
static void wait(const Clock &Until) {
  State &S = state();
  complete(Until);
  merge(S.HostKnows, Until);
  S.HostMomentHolds = false;
  std::erase_if(S.Unknown, [&](const Operation &Op) {
    return Op.Sequence <= at(S.HostKnows, Op.Stream);
  });
  HostIsAhead = false;
  for (const std::unique_ptr<CUstream_st> &Stream : S.Streams)
    HostIsAhead |= Stream->Sequence > at(S.HostKnows, Stream->Index);
}

/// What an operation put into \p Stream now would wait for.
static Clock before(const CUstream_st &Stream) {
  State &S = state();
  Clock Result = S.HostKnows;
  merge(Result, Stream.Last);
  if (isDefault(Stream)) {
    for (const std::unique_ptr<CUstream_st> &Other : S.Streams)
      if (Other->Blocking && Other->Device == Stream.Device)
        merge(Result, Other->Last);
  } else if (Stream.Blocking) {
    merge(Result, defaultStream(Stream.Device).Last);
  }
  return Result;
}

void enqueue(cudaStream_t Handle, Operation Op) {
  if (capture(Handle, Op))
    return;
  State &S = state();
  CUstream_st &Stream = *find(Handle);
  Op.Before = before(Stream);
  Op.Before.resize(S.Streams.size());
  Op.Before[0] = S.HostEpoch++;
  Op.Stream = Stream.Index;
  Op.Sequence = ++Stream.Sequence;
  Op.Number = ++S.Operations;
  if (Op.IsKernel)
    Op.Launch = ++S.Launches;
  if (Op.Begin)
    Op.Begin();
  Stream.Last = Op.Before;
  Stream.Last[Stream.Index] = Op.Sequence;
  if (!Op.Ranges.empty()) {
    S.Unknown.push_back(Op);
    S.Unknown.back().Run = S.Unknown.back().Free = nullptr;
  }
  HostIsAhead = true;
  S.HostMomentHolds = false;
  if (isEarly())
    execute(Op);
  else
    Stream.Waiting.push_back(std::move(Op));
}

const Clock &endOf(cudaStream_t Stream) { return find(Stream)->Last; }
Clock startOf(cudaStream_t Stream) { return before(*find(Stream)); }
void addToStream(cudaStream_t Stream, const Clock &Until) {
  merge(find(Stream)->Last, Until);
}

void enqueueBetween(unsigned To, unsigned From, Operation Op) {
  CUstream_st &Stream = defaultStream(CurrentDevice);
  for (unsigned Device : {To, From})
    merge(Stream.Last, before(defaultStream(Device)));
  enqueue(nullptr, std::move(Op));
  for (unsigned Device : {To, From})
    merge(defaultStream(Device).Last, Stream.Last);
}

void waitForStream(cudaStream_t Handle) {
  CUstream_st &Stream = *find(Handle);
  wait(isDefault(Stream) ? before(Stream) : Stream.Last);
}

void enqueueAndWait(cudaStream_t Stream, Operation Op) {
  enqueue(Stream, std::move(Op));
  wait(find(Stream)->Last);
}

void waitForDevice() {
  State &S = state();
  Clock All;
  for (const std::unique_ptr<CUstream_st> &Stream : S.Streams)
    if (Stream->Device == CurrentDevice)
      merge(All, Stream->Last);
  wait(All);
}

void waitForAll() {
  State &S = state();
  Clock All;
  for (const std::unique_ptr<CUstream_st> &Stream : S.Streams)
    merge(All, Stream->Last);
  wait(All);
}

void finishStreams() {
  if (!HostIsAhead)
    return;
  State &S = state();
  for (const std::unique_ptr<CUstream_st> &Stream : S.Streams)
    for (const Operation &Op : Stream->Waiting)
      if (Op.IsKernel && Op.Sequence > at(S.HostKnows, Op.Stream)) {
        report("warning", "never-waited", Op.Code,
               "the program ends without waiting for " + Op.What);
        return waitForAll();
      }
  waitForAll();
}

uint64_t operationLaunch() { return state().RunningLaunch; }
uint64_t operationNumber() { return state().RunningNumber; }
Moment operationMoment() { return state().OfOperation; }

Moment hostMoment() {
  State &S = state();
  if (S.HostMomentHolds)
    return S.OfHost;
  if (S.HostStampEpoch != S.HostEpoch || launchOf(S.OfHost.Now) > S.LastActor) {
    unsigned Me = newActor({"", dim3(), dim3(), false, 0, 0, S.HostEpoch});
    S.OfHost.Now = makeStamp(Me, 0, 1, 0);
    S.HostStampEpoch = S.HostEpoch;
  }
  Clock Known = S.HostKnows;
  Known.resize(std::max<size_t>(Known.size(), 1));
  Known[0] = S.HostEpoch;
  findUnordered(Known, S.HostUnordered);
  S.OfHost.Unordered = S.HostUnordered;
  S.HostMomentHolds = true;
  return S.OfHost;
}

const Operation *conflictWithHost(bool Write, uintptr_t Address, size_t Bytes) {
  for (const Operation &Op : state().Unknown)
    for (const HostRange &R : Op.Ranges)
      if ((Write || R.Written) && Address < R.Begin + R.Bytes &&
          R.Begin < Address + Bytes)
        return &Op;
  return nullptr;
}

static cudaError_t invalidHandle() {
  return setError(cudaErrorInvalidResourceHandle);
}

/// Polling ends: what is not ready is so when asked again.
static cudaError_t query(const Clock &Until, bool &Queried) {
  const Clock &Known = state().HostKnows;
  bool Ready = true;
  for (unsigned I = 1; I < Until.size(); ++I)
    Ready &= Until[I] <= at(Known, I);
  if (!Ready && !isEarly() && !std::exchange(Queried, true))
    return cudaErrorNotReady;
  Queried = false;
  wait(Until);
  return cudaSuccess;
}

} // namespace tessera_rt

extern "C" {

cudaError_t cudaDeviceSynchronize() {
  if (cudaError_t Error = captureErrorOfWait(std::nullopt))
    return setError(Error);
  waitForDevice();
  return cudaSuccess;
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream, unsigned Flags) {
  if (!Stream || Flags > cudaStreamNonBlocking)
    return setError(cudaErrorInvalidValue);
  *Stream = state().add(Flags != cudaStreamNonBlocking, CurrentDevice);
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t *Stream) {
  return cudaStreamCreateWithFlags(Stream, cudaStreamDefault);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream, unsigned Flags,
                                         int) {
  return cudaStreamCreateWithFlags(Stream, Flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t Stream) {
  CUstream_st *S = find(Stream);
  if (!S || S->Index < firstOwn())
    return invalidHandle();
  S->Destroyed = true; // what is in it will still be done
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t Stream) {
  if (!find(Stream))
    return invalidHandle();
  if (cudaError_t Error = captureErrorOfWait(Stream))
    return setError(Error);
  waitForStream(Stream);
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t Stream) {
  CUstream_st *S = find(Stream);
  if (!S)
    return invalidHandle();
  if (cudaError_t Error = captureErrorOfWait(Stream))
    return setError(Error);
  return query(isDefault(*S) ? before(*S) : S->Last, S->Queried);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t Stream, cudaEvent_t Event,
                                unsigned) {
  CUstream_st *S = find(Stream);
  if (!S || !find(Event))
    return invalidHandle();
  if (std::optional<cudaError_t> Captured = captureWait(Stream, Event))
    return setError(*Captured);
  if (Event->Recorded)
    merge(S->Last, Event->At);
  return cudaSuccess;
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *, size_t,
                                     unsigned) {
  return find(Stream) ? cudaSuccess : invalidHandle();
}
cudaError_t cudaLaunchHostFunc(cudaStream_t Stream, void (*Function)(void *),
                               void *Data) {
  if (!find(Stream))
    return invalidHandle();
  Operation Op;
  Op.What = "a host function";
  Op.Run = [=] {
    bool Ahead = std::exchange(HostIsAhead, false);
    Function(Data);
    HostIsAhead = Ahead;
  };
  enqueue(Stream, std::move(Op));
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event, unsigned) {
  state().Events.push_back(std::make_unique<CUevent_st>());
  *Event = state().Events.back().get();
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t Event) {
  if (!find(Event))
    return invalidHandle();
  forgetCaptured(Event);
  std::erase_if(state().Events,
                [&](const auto &E) { return E.get() == Event; });
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream) {
  CUstream_st *S = find(Stream);
  if (!S || !find(Event))
    return invalidHandle();
  if (cudaError_t Error = captureError(Stream))
    return setError(Error);
  if (captureRecord(Event, Stream))
    return cudaSuccess;
  Event->Recorded = true;
  auto Time = std::make_shared<std::chrono::steady_clock::time_point>();
  Event->Time = Time;
  Operation Op;
  Op.What = "an event";
  Op.Run = [Time] { *Time = std::chrono::steady_clock::now(); };
  enqueue(Stream, std::move(Op));
  Event->At = S->Last;
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t Event) {
  if (!find(Event))
    return invalidHandle();
  if (cudaError_t Error = captureErrorOfEvent(Event))
    return setError(Error);
  wait(Event->At);
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t Event) {
  if (!find(Event))
    return invalidHandle();
  if (cudaError_t Error = captureErrorOfEvent(Event))
    return setError(Error);
  return query(Event->At, Event->Queried);
}
cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t From,
                                 cudaEvent_t To) {
  if (!find(From) || !find(To) || !From->Recorded || !To->Recorded)
    return invalidHandle();
  using Milli = std::chrono::duration<float, std::milli>;
  if (From->Time->time_since_epoch().count() == 0 ||
      To->Time->time_since_epoch().count() == 0)
    return setError(cudaErrorNotReady);
  *Milliseconds = Milli(*To->Time - *From->Time).count();
  return cudaSuccess;
}

} // extern "C"
