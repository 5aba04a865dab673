//===- thrust.h - Memory of a thrust that runs on the host ----------------===//
//
// The system "cpp" of thrust computes on the host what others compute on the
// device. Its memory is the device's all the same: kernels get pointers to it.
// Where a program includes thrust, the host therefore may access memory of the
// device, and waits for what is under way first, as calls of thrust do.
//
//===----------------------------------------------------------------------===//
#pragma once
#include <stddef.h>

namespace tessera_rt {
/// Lets the host access the device's memory from now on.
bool hostStandsForDevice();
void *allocateForThrust(size_t Bytes);
void freeForThrust(void *Memory);
} // namespace tessera_rt
