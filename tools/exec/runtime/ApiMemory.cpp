//===- ApiMemory.cpp - Allocations and copies -----------------------------===//
#include "Api.h"
#include "Dump.h"
#include "Report.h"
#include "Settings.h"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace tessera_rt {

/// Room around each allocation in which no other lies.
static constexpr size_t RedZone = 4096;
static constexpr size_t Alignment = 512;
static std::string NextName;

void nameNext(const char *Name) { NextName = Name; }

std::string takeName() { return std::exchange(NextName, std::string()); }

static bool isDevice(Region Kind) {
  return Kind == Region::Device || Kind == Region::Constant;
}

static cudaError_t allocate(void **Pointer, size_t Bytes, Region Kind) {
  std::string Name = takeName();
  if (!Pointer)
    return setError(cudaErrorInvalidValue);
  *Pointer = nullptr;
  if (Bytes == 0)
    return setError(cudaSuccess);
  size_t Rounded = (Bytes + Alignment - 1) & ~(Alignment - 1);
  void *Memory =
      std::aligned_alloc(RedZone, (Rounded + 3 * RedZone - 1) & ~(RedZone - 1));
  if (!Memory)
    return setError(cudaErrorMemoryAllocation);
  char *Begin = static_cast<char *>(Memory) + RedZone;
  // Neither zero nor a small number: a read before a write is visible.
  std::memset(Begin, 0xcb, Bytes);
  auto *S = new Segment(reinterpret_cast<uintptr_t>(Begin), Bytes, Kind, Name);
  S->Owned = Memory;
  memoryMap().add(S);
  if (Kind == Region::Managed)
    noteManaged(*S);
  *Pointer = Begin;
  return setError(cudaSuccess);
}

/// Frees what `allocate` made. \p OfHost: cudaFreeHost asks.
static cudaError_t release(void *Pointer, bool OfHost) {
  if (!Pointer)
    return setError(cudaSuccess);
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Pointer);
  Segment *S = memoryMap().find(Begin);
  if (!S || S->Begin != Begin || !S->Owned ||
      (S->Kind == Region::Pinned) != OfHost)
    return setError(cudaErrorInvalidValue);
  if (S->Kind == Region::Managed)
    keepManaged(*S);
  keepMirror(*S);
  memoryMap().release(S);
  return setError(cudaSuccess);
}

/// Checks one side of a copy: device memory where that is due, and no more
/// than there is. Device memory where host memory is due is copied all the
/// same, as CUDA does: an address says where it is.
static cudaError_t checkSide(const void *Pointer, size_t Bytes,
                             bool MustBeDevice) {
  uintptr_t Address = reinterpret_cast<uintptr_t>(Pointer);
  Segment *S = memoryMap().find(Address);
  if ((S && !S->holds(Address, Bytes)) || (MustBeDevice && !S))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

static cudaError_t checkCopy(const void *To, const void *From, size_t Bytes,
                             cudaMemcpyKind Kind) {
  if (unsigned(Kind) > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  bool ToDevice =
      Kind == cudaMemcpyHostToDevice || Kind == cudaMemcpyDeviceToDevice;
  bool FromDevice =
      Kind == cudaMemcpyDeviceToHost || Kind == cudaMemcpyDeviceToDevice;
  if (cudaError_t Error = checkSide(To, Bytes, ToDevice))
    return Error;
  return checkSide(From, Bytes, FromDevice);
}

static void copyRow(void *To, const void *From, size_t Bytes) {
  std::memmove(To, From, Bytes);
  Segment *Source = memoryMap().find(reinterpret_cast<uintptr_t>(From));
  Segment *Target = memoryMap().find(reinterpret_cast<uintptr_t>(To));
  if (Source && isDevice(Source->Kind) && !(Target && isDevice(Target->Kind)))
    recordReadback(To, From, Bytes);
  if (Target && isDevice(Target->Kind) && !(Source && isDevice(Source->Kind)))
    recordUpload(To, From, Bytes);
}

cudaError_t copyToSymbol(void *Symbol, size_t Size, const void *From,
                         size_t Bytes, size_t Offset, cudaMemcpyKind Kind) {
  if (Offset > Size || Bytes > Size - Offset)
    return setError(cudaErrorInvalidValue);
  if (!memoryMap().find(reinterpret_cast<uintptr_t>(Symbol)))
    return setError(cudaErrorInvalidSymbol);
  return cudaMemcpy(static_cast<char *>(Symbol) + Offset, From, Bytes, Kind);
}

cudaError_t copyFromSymbol(void *To, const void *Symbol, size_t Size,
                           size_t Bytes, size_t Offset, cudaMemcpyKind Kind) {
  if (Offset > Size || Bytes > Size - Offset)
    return setError(cudaErrorInvalidValue);
  if (!memoryMap().find(reinterpret_cast<uintptr_t>(Symbol)))
    return setError(cudaErrorInvalidSymbol);
  return cudaMemcpy(To, static_cast<const char *>(Symbol) + Offset, Bytes,
                    Kind);
}

} // namespace tessera_rt

using namespace tessera_rt;

extern "C" {

cudaError_t cudaMalloc(void **Pointer, size_t Bytes) {
  return allocate(Pointer, Bytes, Region::Device);
}
cudaError_t cudaMallocAsync(void **Pointer, size_t Bytes, cudaStream_t) {
  return allocate(Pointer, Bytes, Region::Device);
}
cudaError_t cudaMallocPitch(void **Pointer, size_t *Pitch, size_t Width,
                            size_t Height) {
  *Pitch = (Width + Alignment - 1) & ~(Alignment - 1);
  return allocate(Pointer, *Pitch * Height, Region::Device);
}
cudaError_t cudaMallocManaged(void **Pointer, size_t Bytes, unsigned) {
  return allocate(Pointer, Bytes, Region::Managed);
}
cudaError_t cudaMallocHost(void **Pointer, size_t Bytes) {
  return allocate(Pointer, Bytes, Region::Pinned);
}
cudaError_t cudaHostAlloc(void **Pointer, size_t Bytes, unsigned) {
  return allocate(Pointer, Bytes, Region::Pinned);
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
  Out->devicePointer = Address;
  if (isDevice(S->Kind)) {
    Out->type = cudaMemoryTypeDevice;
    Out->hostPointer = nullptr;
  } else {
    Out->type =
        S->Kind == Region::Managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
  }
  return setError(cudaSuccess);
}

cudaError_t cudaFree(void *Pointer) { return release(Pointer, false); }
cudaError_t cudaFreeAsync(void *Pointer, cudaStream_t) {
  return release(Pointer, false);
}
cudaError_t cudaFreeHost(void *Pointer) { return release(Pointer, true); }

cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                         size_t FromPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind) {
  if (Width > ToPitch || Width > FromPitch)
    return setError(cudaErrorInvalidPitchValue);
  for (size_t Row = 0; Row < Height; ++Row) {
    char *T = static_cast<char *>(To) + Row * ToPitch;
    const char *F = static_cast<const char *>(From) + Row * FromPitch;
    if (cudaError_t Error = checkCopy(T, F, Width, Kind))
      return setError(Error);
    copyRow(T, F, Width);
  }
  return setError(cudaSuccess);
}
cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                              size_t FromPitch, size_t Width, size_t Height,
                              cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpy2D(To, ToPitch, From, FromPitch, Width, Height, Kind);
}
cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                       cudaMemcpyKind Kind) {
  return Bytes ? cudaMemcpy2D(To, Bytes, From, Bytes, Bytes, 1, Kind)
               : setError(cudaSuccess);
}
cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes,
                            cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpy(To, From, Bytes, Kind);
}

cudaError_t cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width,
                         size_t Height) {
  for (size_t Row = 0; Row < Height; ++Row) {
    char *T = static_cast<char *>(To) + Row * Pitch;
    if (cudaError_t Error = checkSide(T, Width, true))
      return setError(Error);
    std::memset(T, Value, Width);
  }
  return setError(cudaSuccess);
}
cudaError_t cudaMemset(void *To, int Value, size_t Bytes) {
  return Bytes ? cudaMemset2D(To, Bytes, Value, Bytes, 1)
               : setError(cudaSuccess);
}
cudaError_t cudaMemsetAsync(void *To, int Value, size_t Bytes, cudaStream_t) {
  return cudaMemset(To, Value, Bytes);
}
cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  *Free = *Total = size_t(16) << 30;
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
