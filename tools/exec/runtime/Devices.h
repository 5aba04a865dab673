//===- Devices.h - The GPUs that the program finds ------------------------===//
#ifndef TESSERA_RUN_DEVICES_H
#define TESSERA_RUN_DEVICES_H

namespace tessera_rt {

/// The one that cudaSetDevice chose.
extern unsigned CurrentDevice;

bool isDevice(int Device);

/// Whether kernels of \p Device may access memory of \p Peer.
bool canAccess(unsigned Device, unsigned Peer);

} // namespace tessera_rt

#endif
