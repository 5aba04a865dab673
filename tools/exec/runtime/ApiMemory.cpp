//===- ApiMemory.cpp - Allocations ----------------------------------------===//
#include "Api.h"
#include "Devices.h"
#include "Dump.h"
#include "Graphs.h"
#include "Report.h"
#include "Settings.h"
#include "Streams.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

namespace tessera_rt {

static constexpr size_t PageBytes = 4096;
static constexpr size_t PitchBytes = 512;
static std::string NextName, NextElement;
static uintptr_t NextCode;

void nameNext(const char *Name, const char *Element) {
  NextName = Name;
  NextElement = Element;
  NextCode = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
}

static std::map<unsigned, size_t> UsedBytes; ///< by device

static size_t freeBytes() {
  return settings().DeviceMemory - UsedBytes[CurrentDevice];
}

static cudaError_t allocate(void **Pointer, size_t Bytes, Region Kind,
                            uintptr_t Code) {
  std::string Name = std::exchange(NextName, std::string());
  std::string Element = std::exchange(NextElement, std::string());
  if (uintptr_t Named = std::exchange(NextCode, 0))
    Code = Named;
  if (!Pointer)
    return setError(cudaErrorInvalidValue);
  *Pointer = nullptr;
  if (Bytes == 0)
    return setError(cudaSuccess);
  if (cudaError_t Error = captureErrorOfWait(std::nullopt))
    return setError(Error);
  bool OnDevice = Kind != Region::Pinned;
  if (OnDevice && Bytes > freeBytes())
    return setError(cudaErrorMemoryAllocation);
  size_t Rounded = (Bytes + PageBytes - 1) & ~(PageBytes - 1);
  void *Begin = mapInArena(Rounded);
  if (!Begin)
    return setError(cudaErrorMemoryAllocation);
  // Neither zero nor a small number: a read before a write is visible. But
  // programs count on the zeros that the system hands out where the host can
  // use them, too.
  std::memset(Begin, Kind == Region::Device ? 0xcb : 0, Bytes);
  auto *S = new Segment(reinterpret_cast<uintptr_t>(Begin), Bytes, Kind, Name);
  S->Element = Element;
  S->Mapped = Rounded;
  S->Code = Code;
  S->Device = CurrentDevice;
  if (OnDevice)
    UsedBytes[CurrentDevice] += Bytes;
  memoryMap().add(S);
  if (Kind == Region::Managed)
    noteManaged(*S);
  *Pointer = Begin;
  return setError(cudaSuccess);
}

/// What `allocate` made at \p Pointer; null if that is something else.
static Segment *allocated(void *Pointer, bool OfHost) {
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Pointer);
  Segment *S = memoryMap().find(Begin);
  bool Fits = S && S->Begin == Begin && S->Mapped &&
              (S->Kind == Region::Pinned) == OfHost;
  return Fits ? S : nullptr;
}

static void release(Segment *S) {
  if (S->Kind != Region::Pinned)
    UsedBytes[S->Device] -= S->End - S->Begin;
  if (S->Kind == Region::Managed)
    keepManaged(*S);
  keepMirror(*S);
  memoryMap().release(S);
}

/// \p OfHost: cudaFreeHost asks. Operations under way are waited for.
static cudaError_t releaseNow(void *Pointer, bool OfHost) {
  if (!Pointer)
    return setError(cudaSuccess);
  if (!allocated(Pointer, OfHost))
    return setError(cudaErrorInvalidValue);
  if (cudaError_t Error = captureErrorOfWait(std::nullopt))
    return setError(Error);
  waitForAll();
  release(allocated(Pointer, OfHost));
  return setError(cudaSuccess);
}

} // namespace tessera_rt

using namespace tessera_rt;

#define CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

extern "C" {

cudaError_t cudaMalloc(void **Pointer, size_t Bytes) {
  return allocate(Pointer, Bytes, Region::Device, CALLER);
}
cudaError_t cudaMallocAsync(void **Pointer, size_t Bytes, cudaStream_t) {
  return allocate(Pointer, Bytes, Region::Device, CALLER);
}
cudaError_t cudaMallocPitch(void **Pointer, size_t *Pitch, size_t Width,
                            size_t Height) {
  *Pitch = (Width + PitchBytes - 1) & ~(PitchBytes - 1);
  return allocate(Pointer, *Pitch * Height, Region::Device, CALLER);
}
cudaError_t cudaMallocManaged(void **Pointer, size_t Bytes, unsigned) {
  return allocate(Pointer, Bytes, Region::Managed, CALLER);
}
cudaError_t cudaMallocHost(void **Pointer, size_t Bytes) {
  return allocate(Pointer, Bytes, Region::Pinned, CALLER);
}
cudaError_t cudaHostAlloc(void **Pointer, size_t Bytes, unsigned Flags) {
  cudaError_t Error = allocate(Pointer, Bytes, Region::Pinned, CALLER);
  if (Error == cudaSuccess && Bytes && Flags & cudaHostAllocWriteCombined)
    allocated(*Pointer, true)->WriteCombined = true;
  return Error;
}

cudaError_t cudaHostRegister(void *Pointer, size_t Bytes, unsigned) {
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Pointer);
  if (!Pointer || !Bytes)
    return setError(cudaErrorInvalidValue);
  if (memoryMap().find(Begin) || memoryMap().find(Begin + Bytes - 1))
    return setError(cudaErrorHostMemoryAlreadyRegistered);
  memoryMap().add(
      new Segment(Begin, Bytes, Region::Registered, globalName(Pointer)));
  return setError(cudaSuccess);
}

cudaError_t cudaHostUnregister(void *Pointer) {
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Pointer);
  Segment *S = memoryMap().find(Begin);
  if (!S || S->Begin != Begin || S->Kind != Region::Registered)
    return setError(cudaErrorHostMemoryNotRegistered);
  waitForAll();
  memoryMap().remove(S);
  delete S;
  return setError(cudaSuccess);
}

cudaError_t cudaHostGetDevicePointer(void **Device, void *Host, unsigned) {
  if (!memoryMap().find(reinterpret_cast<uintptr_t>(Host)))
    return setError(cudaErrorInvalidValue);
  *Device = Host;
  return setError(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Out,
                                     const void *Pointer) {
  Segment *S = memoryMap().find(reinterpret_cast<uintptr_t>(Pointer));
  void *Address = const_cast<void *>(Pointer);
  *Out = {cudaMemoryTypeUnregistered, 0, nullptr, Address};
  if (!S)
    return setError(cudaSuccess);
  Out->device = S->Device;
  Out->devicePointer = Address;
  if (!isHostMemory(S->Kind)) {
    Out->type = cudaMemoryTypeDevice;
    Out->hostPointer = nullptr;
  } else {
    Out->type =
        S->Kind == Region::Managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
  }
  return setError(cudaSuccess);
}

cudaError_t cudaFree(void *Pointer) { return releaseNow(Pointer, false); }
cudaError_t cudaFreeAsync(void *Pointer, cudaStream_t Stream) {
  Segment *S = allocated(Pointer, false);
  if (!S || !isStream(Stream))
    return setError(cudaErrorInvalidValue);
  Operation Op;
  Op.What = "cudaFreeAsync";
  Op.Run = [S] { release(S); };
  enqueue(Stream, std::move(Op));
  return setError(cudaSuccess);
}
cudaError_t cudaFreeHost(void *Pointer) { return releaseNow(Pointer, true); }

/// All memory of the current device is gone.
cudaError_t cudaDeviceReset() {
  waitForAll();
  std::vector<Segment *> All;
  for (const auto &[Begin, S] : memoryMap().segments())
    if (S->Mapped && S->Device == CurrentDevice)
      All.push_back(S);
  for (Segment *S : All)
    release(S);
  return setError(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  *Free = freeBytes();
  *Total = settings().DeviceMemory;
  return setError(cudaSuccess);
}

} // extern "C"

static cudaError_t checkManaged(const void *Pointer) {
  Segment *S = memoryMap().find(reinterpret_cast<uintptr_t>(Pointer));
  return setError(S && S->Kind == Region::Managed ? cudaSuccess
                                                  : cudaErrorInvalidValue);
}
cudaError_t cudaMemPrefetchAsync(const void *Pointer, size_t, int,
                                 cudaStream_t) {
  return checkManaged(Pointer);
}
cudaError_t cudaMemPrefetchAsync(const void *Pointer, size_t, cudaMemLocation,
                                 unsigned, cudaStream_t) {
  return checkManaged(Pointer);
}
cudaError_t cudaMemAdvise(const void *Pointer, size_t, cudaMemoryAdvise, int) {
  return checkManaged(Pointer);
}
cudaError_t cudaMemAdvise(const void *Pointer, size_t, cudaMemoryAdvise,
                          cudaMemLocation) {
  return checkManaged(Pointer);
}
