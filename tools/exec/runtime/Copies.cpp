//===- Copies.cpp - cudaMemcpy, cudaMemset and their kin ------------------===//
#include "Api.h"
#include "Checks.h"
#include "Devices.h"
#include "Dump.h"
#include "Graphs.h"
#include "Report.h"
#include "Settings.h"
#include "Streams.h"

#include <cstring>
#include <optional>

#define CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

namespace tessera_rt {

namespace {

/// Rows of bytes, each as far from the next as the pitch.
struct Rows {
  char *To;
  size_t ToPitch;
  const char *From;
  size_t FromPitch;
  size_t Width, Height;

  char *to(size_t Row) const { return To + Row * ToPitch; }
  const char *from(size_t Row) const { return From + Row * FromPitch; }
};

} // namespace

static Rows oneRow(void *To, const void *From, size_t Bytes) {
  return {static_cast<char *>(To),
          Bytes,
          static_cast<const char *>(From),
          Bytes,
          Bytes,
          1};
}

static uintptr_t address(const void *Pointer) {
  return reinterpret_cast<uintptr_t>(Pointer);
}

static bool isOnDevice(const void *Pointer) {
  Segment *S = memoryMap().find(address(Pointer));
  return S && (S->Kind == Region::Device || S->Kind == Region::Constant);
}

/// Checks one side of a copy: device memory where that is due, and no more
/// than there is. Device memory where host memory is due is copied all the
/// same, as CUDA does: an address says where it is.
static cudaError_t checkSide(const void *Pointer, size_t Bytes,
                             bool MustBeDevice) {
  Segment *S = memoryMap().find(address(Pointer));
  if ((S && !S->holds(address(Pointer), Bytes)) || (MustBeDevice && !S) ||
      (!S && mayBeDevice(address(Pointer)) &&
       address(Pointer) >> ArenaBits == 1))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

static cudaError_t checkCopy(const Rows &R, cudaMemcpyKind Kind) {
  if (unsigned(Kind) > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  bool ToDevice =
      Kind == cudaMemcpyHostToDevice || Kind == cudaMemcpyDeviceToDevice;
  bool FromDevice =
      Kind == cudaMemcpyDeviceToHost || Kind == cudaMemcpyDeviceToDevice;
  for (size_t Row = 0; Row < R.Height; ++Row) {
    if (cudaError_t Error = checkSide(R.to(Row), R.Width, ToDevice))
      return Error;
    if (cudaError_t Error = checkSide(R.from(Row), R.Width, FromDevice))
      return Error;
  }
  return cudaSuccess;
}

static void copyRow(void *To, const void *From, size_t Bytes, uintptr_t Code,
                    uint64_t Operation) {
  checkOperationAccess(false, address(From), Bytes, Code);
  checkOperationAccess(true, address(To), Bytes, Code);
  std::memmove(To, From, Bytes);
  bool FromDevice = isOnDevice(From), ToDevice = isOnDevice(To);
  if (FromDevice && !ToDevice)
    recordReadback(To, From, Bytes, Operation);
  if (ToDevice && !FromDevice)
    recordUpload(To, From, Bytes);
}

/// Adds what the host must leave alone; rows without a gap are one range.
static void addRanges(std::vector<HostRange> &Ranges, const void *First,
                      size_t Pitch, const Rows &R, bool Written) {
  if (isOnDevice(First))
    return;
  if (Pitch == R.Width)
    return Ranges.push_back({address(First), R.Width * R.Height, Written});
  for (size_t Row = 0; Row < R.Height; ++Row)
    Ranges.push_back({address(First) + Row * Pitch, R.Width, Written});
}

namespace {
/// Copies between host and device, and between devices, for --trace-copies.
struct Traffic {
  size_t Copies = 0, ToDevice = 0, ToHost = 0, Between = 0;
};
} // namespace
static Traffic Traced;

static Segment &segmentAt(const void *Pointer) {
  return *memoryMap().find(address(Pointer));
}

/// Reports a copy between host and device: its array, direction and size.
static void trace(const Rows &R, uintptr_t Code) {
  bool ToDevice = isOnDevice(R.To), FromDevice = isOnDevice(R.From);
  bool Between = ToDevice && FromDevice &&
                 segmentAt(R.To).Device != segmentAt(R.From).Device;
  if (!settings().TraceCopies || (ToDevice == FromDevice && !Between))
    return;
  size_t Bytes = R.Width * R.Height;
  ++Traced.Copies;
  (Between    ? Traced.Between
   : ToDevice ? Traced.ToDevice
              : Traced.ToHost) += Bytes;
  const Segment &S = segmentAt(ToDevice ? R.To : R.From);
  std::string Host = globalAround(address(ToDevice ? R.From : R.To));
  std::string Device = " the device, ";
  if (settings().Devices > 1)
    Device = " GPU " + std::to_string(S.Device) + ", ";
  report("remark", "copy", Code,
         (S.Name.empty() && !Host.empty() ? "'" + Host + "'" : nameOf(S)) +
             " to" + (ToDevice ? Device : " the host, ") +
             std::to_string(Bytes) + " bytes");
}

void traceTotal() {
  if (settings().TraceCopies)
    report("remark", "copies", 0,
           std::to_string(Traced.Copies) + " copies, " +
               std::to_string(Traced.ToDevice) + " bytes to the device, " +
               std::to_string(Traced.ToHost) + " bytes to the host" +
               (Traced.Between
                    ? ", " + std::to_string(Traced.Between) + " between GPUs"
                    : ""));
}

static Operation operation(const Rows &R, uintptr_t Code) {
  Operation Op;
  Op.What = "a copy";
  Op.Code = Code;
  Op.Begin = [R, Code, Device = CurrentDevice] {
    showConstants(Device);
    trace(R, Code);
  };
  Op.Run = [R, Code, Device = CurrentDevice] {
    showConstants(Device);
    for (size_t Row = 0; Row < R.Height; ++Row)
      copyRow(R.to(Row), R.from(Row), R.Width, Code, operationNumber());
  };
  addRanges(Op.Ranges, R.To, R.ToPitch, R, /*Written=*/true);
  addRanges(Op.Ranges, R.From, R.FromPitch, R, /*Written=*/false);
  return Op;
}

/// \param IsAsync whether the host need not wait, if it takes part at all.
static cudaError_t copy(const Rows &R, cudaMemcpyKind Kind, bool IsAsync,
                        cudaStream_t Stream, uintptr_t Code) {
  if (R.Width > R.ToPitch || R.Width > R.FromPitch)
    return setError(cudaErrorInvalidPitchValue);
  if (!isStream(Stream))
    return setError(cudaErrorInvalidResourceHandle);
  if (R.Width == 0 || R.Height == 0)
    return setError(cudaSuccess);
  if (cudaError_t Error = checkCopy(R, Kind))
    return setError(Error);
  if (cudaError_t Error = captureError(Stream))
    return setError(Error);
  Operation Op = operation(R, Code);
  bool OnDevice = isOnDevice(R.To) && isOnDevice(R.From);
  if (IsAsync || OnDevice)
    enqueue(Stream, std::move(Op));
  else
    enqueueAndWait(Stream, std::move(Op));
  return setError(cudaSuccess);
}

/// Between devices: without \p Stream, in order with all that they do.
static cudaError_t copyPeer(void *To, int ToDevice, const void *From,
                            int FromDevice, size_t Bytes,
                            std::optional<cudaStream_t> Stream,
                            uintptr_t Code) {
  if (!isDevice(ToDevice) || !isDevice(FromDevice))
    return setError(cudaErrorInvalidDevice);
  if (Stream && !isStream(*Stream))
    return setError(cudaErrorInvalidResourceHandle);
  if (Bytes == 0)
    return setError(cudaSuccess);
  Rows R = oneRow(To, From, Bytes);
  if (checkCopy(R, cudaMemcpyDeviceToDevice) != cudaSuccess ||
      segmentAt(To).Device != unsigned(ToDevice) ||
      segmentAt(From).Device != unsigned(FromDevice))
    return setError(cudaErrorInvalidValue);
  if (cudaError_t Error = captureError(Stream.value_or(nullptr)))
    return setError(Error);
  Operation Op = operation(R, Code);
  if (Stream)
    enqueue(*Stream, std::move(Op));
  else
    enqueueBetween(ToDevice, FromDevice, std::move(Op));
  return setError(cudaSuccess);
}

static cudaError_t set(char *To, size_t Pitch, int Value, size_t Width,
                       size_t Height, bool IsAsync, cudaStream_t Stream,
                       uintptr_t Code) {
  if (Width == 0 || Height == 0)
    return setError(cudaSuccess);
  if (Width > Pitch)
    return setError(cudaErrorInvalidPitchValue);
  if (!isStream(Stream))
    return setError(cudaErrorInvalidResourceHandle);
  if (cudaError_t Error = captureError(Stream))
    return setError(Error);
  for (size_t Row = 0; Row < Height; ++Row)
    if (cudaError_t Error = checkSide(To + Row * Pitch, Width, true))
      return setError(Error);
  Operation Op;
  Op.What = "a memset";
  Op.Code = Code;
  Op.Run = [=] {
    for (size_t Row = 0; Row < Height; ++Row) {
      checkOperationAccess(true, address(To + Row * Pitch), Width, Code);
      std::memset(To + Row * Pitch, Value, Width);
    }
  };
  addRanges(Op.Ranges, To, Pitch, {To, Pitch, To, Pitch, Width, Height}, true);
  if (IsAsync || isOnDevice(To))
    enqueue(Stream, std::move(Op));
  else
    enqueueAndWait(Stream, std::move(Op));
  return setError(cudaSuccess);
}

static cudaError_t checkSymbol(const void *Symbol, size_t Size, size_t Bytes,
                               size_t Offset) {
  if (Offset > Size || Bytes > Size - Offset)
    return setError(cudaErrorInvalidValue);
  if (!memoryMap().find(address(Symbol)))
    return setError(cudaErrorInvalidSymbol);
  return cudaSuccess;
}

cudaError_t copyToSymbol(void *Symbol, size_t Size, const void *From,
                         size_t Bytes, size_t Offset, cudaMemcpyKind Kind,
                         bool IsAsync, cudaStream_t Stream) {
  if (cudaError_t Error = checkSymbol(Symbol, Size, Bytes, Offset))
    return Error;
  return copy(oneRow(static_cast<char *>(Symbol) + Offset, From, Bytes), Kind,
              IsAsync, Stream, CALLER);
}

cudaError_t copyFromSymbol(void *To, const void *Symbol, size_t Size,
                           size_t Bytes, size_t Offset, cudaMemcpyKind Kind,
                           bool IsAsync, cudaStream_t Stream) {
  if (cudaError_t Error = checkSymbol(Symbol, Size, Bytes, Offset))
    return Error;
  return copy(oneRow(To, static_cast<const char *>(Symbol) + Offset, Bytes),
              Kind, IsAsync, Stream, CALLER);
}

} // namespace tessera_rt

using namespace tessera_rt;

extern "C" {

cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                         size_t FromPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind) {
  Rows R = {static_cast<char *>(To),
            ToPitch,
            static_cast<const char *>(From),
            FromPitch,
            Width,
            Height};
  return copy(R, Kind, false, nullptr, CALLER);
}
cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                              size_t FromPitch, size_t Width, size_t Height,
                              cudaMemcpyKind Kind, cudaStream_t Stream) {
  Rows R = {static_cast<char *>(To),
            ToPitch,
            static_cast<const char *>(From),
            FromPitch,
            Width,
            Height};
  return copy(R, Kind, true, Stream, CALLER);
}
cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                       cudaMemcpyKind Kind) {
  return copy(oneRow(To, From, Bytes), Kind, false, nullptr, CALLER);
}
cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes,
                            cudaMemcpyKind Kind, cudaStream_t Stream) {
  return copy(oneRow(To, From, Bytes), Kind, true, Stream, CALLER);
}
cudaError_t cudaMemcpyPeer(void *To, int ToDevice, const void *From,
                           int FromDevice, size_t Bytes) {
  return copyPeer(To, ToDevice, From, FromDevice, Bytes, std::nullopt, CALLER);
}
cudaError_t cudaMemcpyPeerAsync(void *To, int ToDevice, const void *From,
                                int FromDevice, size_t Bytes,
                                cudaStream_t Stream) {
  return copyPeer(To, ToDevice, From, FromDevice, Bytes, Stream, CALLER);
}

cudaError_t cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width,
                         size_t Height) {
  return set(static_cast<char *>(To), Pitch, Value, Width, Height, false,
             nullptr, CALLER);
}
cudaError_t cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width,
                              size_t Height, cudaStream_t Stream) {
  return set(static_cast<char *>(To), Pitch, Value, Width, Height, true, Stream,
             CALLER);
}
cudaError_t cudaMemset(void *To, int Value, size_t Bytes) {
  return set(static_cast<char *>(To), Bytes, Value, Bytes, 1, false, nullptr,
             CALLER);
}
cudaError_t cudaMemsetAsync(void *To, int Value, size_t Bytes,
                            cudaStream_t Stream) {
  return set(static_cast<char *>(To), Bytes, Value, Bytes, 1, true, Stream,
             CALLER);
}

} // extern "C"
