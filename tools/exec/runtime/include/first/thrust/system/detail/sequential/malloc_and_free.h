//===- malloc_and_free.h - thrust::malloc for memory of the device --------===//
//
// In the place of thrust's file of this name: see tessera_run/thrust.h.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma GCC system_header
#include <tessera_run/with_thrust.h>
#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/detail/sequential/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace detail {
namespace sequential {

template <class P>
inline __host__ __device__ void *malloc(execution_policy<P> &,
                                        std::size_t Bytes) {
  return ::tessera_rt::allocateForThrust(Bytes);
}
template <class P, class Pointer>
inline __host__ __device__ void free(execution_policy<P> &, Pointer Memory) {
  ::tessera_rt::freeForThrust(thrust::raw_pointer_cast(Memory));
}

} // namespace sequential
} // namespace detail
} // namespace system
THRUST_NAMESPACE_END
