//===- Launch.cpp - Configuration, limits, shared memory ------------------===//
#include "include/tessera_run/launch.h"
#include "Api.h"
#include "Checks.h"
#include "Devices.h"
#include "Dump.h"
#include "Graphs.h"
#include "MemoryMap.h"
#include "Report.h"
#include "Settings.h"
#include "Streams.h"

#include <cstdlib>
#include <memory>
#include <sys/mman.h>

namespace tessera_rt {

namespace {

struct {
  bool Pending = false;
  dim3 Grid, Block;
  size_t SharedBytes = 0;
  cudaStream_t Stream = nullptr;
  uintptr_t Code = 0;
  bool Cooperative = false;
} Configured;

cudaError_t LaunchError = cudaSuccess;

/// Where a probing call leaves the site of the kernel it called.
KernelSite *Probed = nullptr;
bool Probing = false;

/// Shared arrays lie on pages of their own, with an unused one between.
struct {
  uintptr_t Begin = 0;
  uintptr_t Used = 0;
  size_t Bytes = 0;                            ///< as CUDA counts
  std::vector<std::unique_ptr<Segment>> Slots; ///< kept from launch to launch
  size_t Active = 0;
  Segment *Dynamic = nullptr;
} Shared;

constexpr size_t PageBytes = 4096;
constexpr size_t ArenaBytes = size_t(1) << 26;
constexpr size_t SharedLimit = 48 * 1024;

} // namespace

void configure(dim3 Grid, dim3 Block, size_t SharedBytes, cudaStream_t Stream) {
  uintptr_t Code = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  if (CurrentMode != Mode::Host)
    unsupported(Code, "a launch inside a kernel");
  Configured = {true, Grid, Block, SharedBytes, Stream, Code, false};
}

void configureCooperative(dim3 Grid, dim3 Block, size_t SharedBytes,
                          cudaStream_t Stream) {
  uintptr_t Code = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  configure(Grid, Block, SharedBytes, Stream);
  Configured.Code = Code;
  Configured.Cooperative = true;
}

/// Whether all blocks run at the same time.
static bool fitsAtOnce() {
  const dim3 &G = Configured.Grid, &B = Configured.Block;
  cudaDeviceProp P;
  cudaGetDeviceProperties(&P, CurrentDevice);
  int PerMultiprocessor = 0;
  occupancy(&PerMultiprocessor, B.x * B.y * B.z, Configured.SharedBytes);
  return uint64_t(G.x) * G.y * G.z <=
         uint64_t(PerMultiprocessor) * P.multiProcessorCount;
}

static cudaError_t checkLimits(const KernelSite &Site) {
  const dim3 &G = Configured.Grid, &B = Configured.Block;
  if (!G.x || !G.y || !G.z || !B.x || !B.y || !B.z)
    return cudaErrorInvalidConfiguration;
  if (B.x > 1024 || B.y > 1024 || B.z > 64 || uint64_t(B.x) * B.y * B.z > 1024)
    return cudaErrorInvalidConfiguration;
  if (G.x > 0x7fffffffu || G.y > 65535 || G.z > 65535)
    return cudaErrorInvalidConfiguration;
  if (Configured.SharedBytes > size_t(Site.MaxDynamicShared))
    return cudaErrorInvalidValue;
  if (!isStream(Configured.Stream) || !isOfCurrentDevice(Configured.Stream))
    return cudaErrorInvalidResourceHandle;
  if (Configured.Cooperative && !fitsAtOnce())
    return cudaErrorCooperativeLaunchTooLarge;
  return captureError(Configured.Stream);
}

bool beginLaunch(KernelSite &Site) {
  if (Probing) {
    Probed = &Site;
    return false;
  }
  if (!Configured.Pending)
    unsupported(reinterpret_cast<uintptr_t>(__builtin_return_address(0)),
                std::string("a call of kernel '") + Site.Name +
                    "' without a configuration");
  Configured.Pending = false;
  cudaError_t Error =
      captureErrorOfLaunch(Configured.Stream, checkLimits(Site));
  LaunchError = Error;
  setLaunchError(Error, Site.Name, Configured.Code);
  return Error == cudaSuccess;
}

cudaError_t launchError() {
  cudaPeekAtLastError(); // the caller sees it
  return LaunchError;
}

static void endShared() {
  for (size_t I = 0; I < Shared.Active; ++I)
    memoryMap().remove(Shared.Slots[I].get());
  Shared.Active = 0;
  Shared.Used = Shared.Begin;
  Shared.Bytes = 0;
  Shared.Dynamic = nullptr;
}

void runGrid(KernelSite &Site, void (*Thunk)(const void *),
             const void *Arguments, size_t Bytes, void (*Free)(const void *)) {
  LaunchState Ready = {&Site,
                       /*Number=*/0,
                       Configured.Grid,
                       Configured.Block,
                       Configured.SharedBytes,
                       Thunk,
                       Arguments,
                       Bytes,
                       Configured.Code,
                       Configured.Cooperative,
                       CurrentDevice};
  Operation Op;
  Op.What = std::string("kernel '") + Site.Name + "'";
  Op.Code = Configured.Code;
  Op.Grid = Configured.Grid;
  Op.Block = Configured.Block;
  Op.IsKernel = true;
  Op.Begin = [Ready] { noteLaunch(Ready.Site->Name, Ready.Grid); };
  Op.Run = [Ready] {
    Launch = Ready;
    Launch.Number = operationLaunch();
    showConstants(Launch.Device);
    runLaunch();
    endShared();
  };
  Op.Free = [Ready, Free] { Free(Ready.Arguments); };
  enqueue(Configured.Stream, std::move(Op));
}

void forgetAllStamps() {
  memoryMap().forgetStamps();
  for (std::unique_ptr<Segment> &Slot : Shared.Slots)
    Slot->forget();
}

/// Makes the next shared array of this launch.
static Segment *newShared(const char *Name, size_t Bytes, size_t Align) {
  if (!Shared.Begin) {
    Shared.Begin = reinterpret_cast<uintptr_t>(
        mmap(nullptr, ArenaBytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    Shared.Used = Shared.Begin;
  }
  uintptr_t Begin = Shared.Used + PageBytes;
  Shared.Used = (Begin + Bytes + PageBytes - 1) & ~(PageBytes - 1);
  if (Shared.Used + PageBytes > Shared.Begin + ArenaBytes)
    unsupported(0, "so much shared memory");
  // The same kernel again finds the same arrays.
  if (Shared.Active < Shared.Slots.size()) {
    Segment &Old = *Shared.Slots[Shared.Active];
    if (Old.Begin != Begin || Old.End != Begin + Bytes)
      Shared.Slots.resize(Shared.Active);
  }
  if (Shared.Active == Shared.Slots.size())
    Shared.Slots.push_back(
        std::make_unique<Segment>(Begin, Bytes, Region::Shared, Name));
  Segment *S = Shared.Slots[Shared.Active++].get();
  S->Name = Name;
  S->Align = Align;
  S->Device = Launch.Cooperative ? Block.Index : 0;
  memoryMap().add(S);
  return S;
}

void *sharedStorage(SharedSite &Site) {
  if (Site.Launch == Launch.Number)
    return Site.Storage;
  bool IsDynamic = Site.Bytes == 0;
  Segment *S = IsDynamic ? Shared.Dynamic : nullptr;
  if (!S)
    S = IsDynamic ? newShared(Site.Name, Launch.SharedBytes, PageBytes)
                  : newShared(Site.Name, Site.Bytes, Site.Align);
  if (IsDynamic)
    Shared.Dynamic = S;
  else
    Shared.Bytes += Site.Bytes;
  uintptr_t Code = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  if (Shared.Bytes > SharedLimit)
    fail("shared-memory-limit", Code,
         std::string("kernel '") + Launch.Site->Name + "' declares " +
             std::to_string(Shared.Bytes) +
             " bytes of shared memory; 49152 are possible");
  if (Shared.Bytes + Launch.SharedBytes > SharedLimit &&
      Launch.SharedBytes > size_t(Launch.Site->MaxDynamicShared))
    fail("shared-memory-limit", Code,
         std::string("kernel '") + Launch.Site->Name + "' needs " +
             std::to_string(Shared.Bytes) + " bytes of shared memory and " +
             std::to_string(Launch.SharedBytes) + " dynamic ones");
  Site.Launch = Launch.Number;
  return Site.Storage = reinterpret_cast<void *>(S->Begin);
}

void makeKnown(StaticSite &Site, const tessera_global &G) {
  if (std::exchange(Site.Known, true))
    return;
  auto *S = new Segment(
      reinterpret_cast<uintptr_t>(G.Address), G.Bytes,
      G.Where == tessera_constant ? Region::Constant : Region::Device, G.Name);
  S->Element = G.Element;
  S->Device = Launch.Device;
  memoryMap().add(S);
}

/// Calls the kernel, which only says which one it is: see beginLaunch.
cudaError_t setMaxDynamicShared(const void *Kernel, cudaFuncAttribute Attribute,
                                int Value) {
  if (Attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return setError(cudaSuccess);
  if (Value < 0 || Value > 227 * 1024)
    return setError(cudaErrorInvalidValue);
  Probing = true;
  Probed = nullptr;
  reinterpret_cast<void (*)()>(const_cast<void *>(Kernel))();
  Probing = false;
  if (!Probed)
    return setError(cudaErrorInvalidDeviceFunction);
  Probed->MaxDynamicShared = std::max(Value, 0);
  return setError(cudaSuccess);
}

} // namespace tessera_rt

[[noreturn]] static void failUnnamed(const char *Function, uintptr_t Code) {
  tessera_rt::unsupported(Code, std::string(Function) +
                                    " of a kernel that the call does not name");
}

cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                             cudaStream_t) {
  failUnnamed("cudaLaunchKernel",
              reinterpret_cast<uintptr_t>(__builtin_return_address(0)));
}
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **,
                                        size_t, cudaStream_t) {
  failUnnamed("cudaLaunchCooperativeKernel",
              reinterpret_cast<uintptr_t>(__builtin_return_address(0)));
}
