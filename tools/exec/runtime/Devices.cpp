//===- Devices.cpp - The current device and its peers ---------------------===//
#include "Devices.h"
#include "Api.h"
#include "Settings.h"

#include <set>
#include <utility>

namespace tessera_rt {

unsigned CurrentDevice = 0;

/// First, and whose memory it may access.
static std::set<std::pair<unsigned, unsigned>> &peers() {
  static auto &Instance = *new std::set<std::pair<unsigned, unsigned>>;
  return Instance;
}

bool isDevice(int Device) {
  return Device >= 0 && unsigned(Device) < settings().Devices;
}

bool canAccess(unsigned Device, unsigned Peer) {
  return Device == Peer || peers().count({Device, Peer});
}

} // namespace tessera_rt

using namespace tessera_rt;

extern "C" {

cudaError_t cudaGetDeviceCount(int *Count) {
  *Count = settings().Devices;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int *Device) {
  *Device = CurrentDevice;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int Device) {
  if (!isDevice(Device))
    return setError(cudaErrorInvalidDevice);
  CurrentDevice = Device;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *Can, int Device, int Peer) {
  if (!isDevice(Device) || !isDevice(Peer))
    return setError(cudaErrorInvalidDevice);
  *Can = Device != Peer;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int Peer, unsigned Flags) {
  if (!isDevice(Peer) || unsigned(Peer) == CurrentDevice)
    return setError(cudaErrorInvalidDevice);
  if (Flags != 0)
    return setError(cudaErrorInvalidValue);
  bool IsNew = peers().insert({CurrentDevice, Peer}).second;
  return setError(IsNew ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled);
}
cudaError_t cudaDeviceDisablePeerAccess(int Peer) {
  if (!isDevice(Peer))
    return setError(cudaErrorInvalidDevice);
  bool Was = peers().erase({CurrentDevice, unsigned(Peer)});
  return setError(Was ? cudaSuccess : cudaErrorPeerAccessNotEnabled);
}

} // extern "C"
