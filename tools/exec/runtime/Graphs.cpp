//===- Graphs.cpp ---------------------------------------------------------===//
#include "Graphs.h"
#include "Api.h"

#include <algorithm>
#include <map>
#include <memory>

using namespace tessera_rt;

/// A call that was captured.
struct CapturedCall {
  enum class Kind { Work, Record, Wait };
  Kind K;
  unsigned Branch; ///< 0 is the stream that was captured first
  Operation Op;
  cudaEvent_t Event = nullptr;
};

struct CUgraph_st {
  std::vector<CapturedCall> Calls;
  unsigned Branches = 1;

  ~CUgraph_st() {
    for (const CapturedCall &C : Calls)
      if (C.Op.Free)
        C.Op.Free();
  }
};

struct CUgraphExec_st {
  std::shared_ptr<CUgraph_st> Graph;
  std::vector<cudaStream_t> Streams; ///< of the branches but the first
  Clock Last;                        ///< complete when its last launch is
};

namespace tessera_rt {
namespace {

struct Capture {
  cudaStream_t Origin;
  std::shared_ptr<CUgraph_st> Graph = std::make_shared<CUgraph_st>();
  std::map<cudaStream_t, unsigned> Branches;
  std::map<cudaEvent_t, Clock> Events; ///< by branch: calls they are behind
  std::vector<Clock> Behind;           ///< the same, by branch
  bool Valid = true;
};

std::vector<std::unique_ptr<Capture>> Captures;
std::vector<std::shared_ptr<CUgraph_st>> Graphs;
std::vector<std::unique_ptr<CUgraphExec_st>> Executables;
std::map<cudaEvent_t, Capture *> CapturedEvents; ///< the capture may be over

Capture *captureOf(cudaStream_t Stream) {
  for (const std::unique_ptr<Capture> &C : Captures)
    if (C->Branches.count(Stream))
      return C.get();
  return nullptr;
}

cudaError_t invalidate(Capture &C, cudaError_t Error) {
  C.Valid = false;
  return Error;
}

/// Adds a call; what its branch does later is behind it.
void add(Capture &C, CapturedCall Call) {
  Clock &Behind = C.Behind[Call.Branch];
  Behind.resize(std::max<size_t>(Behind.size(), Call.Branch + 1));
  ++Behind[Call.Branch];
  C.Graph->Calls.push_back(std::move(Call));
}

void merge(Clock &Into, const Clock &From) {
  Into.resize(std::max(Into.size(), From.size()));
  for (size_t I = 0; I < From.size(); ++I)
    Into[I] = std::max(Into[I], From[I]);
}

bool isJoined(const Capture &C) {
  Clock Known = C.Behind[0];
  Known.resize(C.Behind.size());
  for (size_t I = 1; I < C.Behind.size(); ++I)
    if (I < C.Behind[I].size() && C.Behind[I][I] > Known[I])
      return false;
  return true;
}

CUgraphExec_st *find(cudaGraphExec_t Handle) {
  for (const std::unique_ptr<CUgraphExec_st> &E : Executables)
    if (E.get() == Handle)
      return Handle;
  return nullptr;
}

std::shared_ptr<CUgraph_st> find(cudaGraph_t Handle) {
  for (const std::shared_ptr<CUgraph_st> &G : Graphs)
    if (G.get() == Handle)
      return G;
  return nullptr;
}

} // namespace

cudaError_t captureError(cudaStream_t Stream) {
  bool Legacy = !Stream || Stream == cudaStreamLegacy;
  for (const std::unique_ptr<Capture> &C : Captures)
    if (Legacy && isBlocking(C->Origin))
      return invalidate(*C, cudaErrorStreamCaptureImplicit);
  return cudaSuccess;
}

cudaError_t captureErrorOfWait(std::optional<cudaStream_t> Stream) {
  cudaError_t Error = cudaSuccess;
  for (const std::unique_ptr<Capture> &C : Captures)
    if (!Stream || C->Branches.count(*Stream))
      Error = invalidate(*C, cudaErrorStreamCaptureUnsupported);
  return Stream && !Error ? captureError(*Stream) : Error;
}

cudaError_t captureErrorOfEvent(cudaEvent_t Event) {
  auto Found = CapturedEvents.find(Event);
  if (Found == CapturedEvents.end())
    return cudaSuccess;
  for (const std::unique_ptr<Capture> &C : Captures)
    if (C.get() == Found->second)
      C->Valid = false;
  return cudaErrorCapturedEvent;
}

cudaError_t captureErrorOfLaunch(cudaStream_t Stream, cudaError_t Error) {
  Capture *C = captureOf(Stream);
  return C && Error ? invalidate(*C, cudaErrorInvalidValue) : Error;
}

bool capture(cudaStream_t Stream, const Operation &Op) {
  Capture *C = captureOf(Stream);
  if (C)
    add(*C, {CapturedCall::Kind::Work, C->Branches[Stream], Op});
  return C;
}

bool captureRecord(cudaEvent_t Event, cudaStream_t Stream) {
  Capture *C = captureOf(Stream);
  CapturedEvents.erase(Event);
  if (!C)
    return false;
  unsigned Branch = C->Branches[Stream];
  CapturedEvents[Event] = C;
  C->Events[Event] = C->Behind[Branch];
  C->Graph->Calls.push_back({CapturedCall::Kind::Record, Branch, {}, Event});
  return true;
}

void forgetCaptured(cudaEvent_t Event) { CapturedEvents.erase(Event); }

std::optional<cudaError_t> captureWait(cudaStream_t Stream, cudaEvent_t Event) {
  Capture *C = captureOf(Stream);
  auto Captured = CapturedEvents.find(Event);
  if (Captured == CapturedEvents.end())
    return C ? std::optional(invalidate(*C, cudaErrorStreamCaptureIsolation))
             : std::nullopt;
  bool Active =
      std::any_of(Captures.begin(), Captures.end(), [&](const auto &Other) {
        return Other.get() == Captured->second;
      });
  if (!Active || (C && C != Captured->second))
    return cudaErrorCapturedEvent;
  C = Captured->second;
  auto [Joined, IsNew] = C->Branches.try_emplace(Stream, C->Behind.size());
  if (IsNew) {
    C->Behind.push_back({});
    C->Graph->Branches = C->Behind.size();
  }
  merge(C->Behind[Joined->second], C->Events[Event]);
  C->Graph->Calls.push_back(
      {CapturedCall::Kind::Wait, Joined->second, {}, Event});
  return cudaSuccess;
}

} // namespace tessera_rt

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t Stream, cudaStreamCaptureMode) {
  if (!isStream(Stream))
    return setError(cudaErrorInvalidResourceHandle);
  if (!Stream || Stream == cudaStreamLegacy || captureOf(Stream))
    return setError(cudaErrorStreamCaptureUnsupported);
  Captures.push_back(std::make_unique<Capture>());
  Captures.back()->Origin = Stream;
  Captures.back()->Branches[Stream] = 0;
  Captures.back()->Behind.push_back({});
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t Stream, cudaGraph_t *Graph) {
  *Graph = nullptr;
  Capture *C = captureOf(Stream);
  if (!C)
    return setError(cudaErrorInvalidValue);
  if (C->Origin != Stream)
    return setError(cudaErrorStreamCaptureUnmatched);
  cudaError_t Error = !C->Valid       ? cudaErrorStreamCaptureInvalidated
                      : !isJoined(*C) ? cudaErrorStreamCaptureUnjoined
                                      : cudaSuccess;
  if (Error == cudaSuccess) {
    Graphs.push_back(C->Graph);
    *Graph = C->Graph.get();
  }
  std::erase_if(Captures, [&](const auto &Other) { return Other.get() == C; });
  return setError(Error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t Stream,
                                  cudaStreamCaptureStatus *Status) {
  Capture *C = captureOf(Stream);
  *Status = !C         ? cudaStreamCaptureStatusNone
            : C->Valid ? cudaStreamCaptureStatusActive
                       : cudaStreamCaptureStatusInvalidated;
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t Graph) {
  bool Known = find(Graph) != nullptr;
  std::erase_if(Graphs, [&](const auto &G) { return G.get() == Graph; });
  return setError(Known ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Executable, cudaGraph_t Graph,
                                 unsigned long long) {
  std::shared_ptr<CUgraph_st> Known = find(Graph);
  if (!Known)
    return setError(cudaErrorInvalidValue);
  Executables.push_back(std::make_unique<CUgraphExec_st>());
  Executables.back()->Graph = Known;
  for (unsigned I = 1; I < Known->Branches; ++I) {
    cudaStream_t Branch;
    cudaStreamCreateWithFlags(&Branch, cudaStreamNonBlocking);
    Executables.back()->Streams.push_back(Branch);
  }
  *Executable = Executables.back().get();
  return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t Executable, cudaStream_t Stream) {
  CUgraphExec_st *E = find(Executable);
  if (!E || !isStream(Stream))
    return setError(cudaErrorInvalidValue);
  if (captureOf(Stream)) // a graph in a graph
    return setError(cudaErrorNotSupported);
  if (cudaError_t Error = captureError(Stream))
    return setError(Error);
  addToStream(Stream, E->Last); // one launch of it after the other
  for (cudaStream_t Branch : E->Streams)
    addToStream(Branch, startOf(Stream));
  std::map<cudaEvent_t, Clock> Events;
  for (const CapturedCall &C : E->Graph->Calls) {
    cudaStream_t Branch = C.Branch ? E->Streams[C.Branch - 1] : Stream;
    if (C.K == CapturedCall::Kind::Record) {
      Events[C.Event] = endOf(Branch);
    } else if (C.K == CapturedCall::Kind::Wait) {
      addToStream(Branch, Events[C.Event]);
    } else {
      Operation Again = C.Op;
      Again.Free = nullptr; // the graph's
      Again.Run = [Graph = E->Graph, Run = C.Op.Run] { Run(); };
      enqueue(Branch, std::move(Again));
    }
  }
  E->Last = endOf(Stream);
  return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t Executable, cudaStream_t Stream) {
  return setError(find(Executable) && isStream(Stream) ? cudaSuccess
                                                       : cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t Executable) {
  CUgraphExec_st *E = find(Executable);
  if (!E)
    return setError(cudaErrorInvalidValue);
  for (cudaStream_t Branch : E->Streams)
    cudaStreamDestroy(Branch);
  std::erase_if(Executables, [&](const auto &X) { return X.get() == E; });
  return cudaSuccess;
}

} // extern "C"
