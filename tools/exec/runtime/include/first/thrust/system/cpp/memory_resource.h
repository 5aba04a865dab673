//===- memory_resource.h - Where vectors of the device get memory ---------===//
//
// In the place of thrust's file of this name: see tessera_run/thrust.h.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma GCC system_header
#include <new>
#include <tessera_run/with_thrust.h>
#include <thrust/detail/config.h>
#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cpp/pointer.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cpp {

namespace detail {
class device_memory final : public thrust::mr::memory_resource<> {
public:
  void *do_allocate(std::size_t Bytes, std::size_t) override {
    void *Memory = ::tessera_rt::allocateForThrust(Bytes);
    if (!Memory)
      throw std::bad_alloc();
    return Memory;
  }
  void do_deallocate(void *Memory, std::size_t, std::size_t) override {
    ::tessera_rt::freeForThrust(Memory);
  }
};

using native_resource =
    thrust::mr::fancy_pointer_resource<device_memory,
                                       thrust::cpp::pointer<void>>;
using universal_native_resource =
    thrust::mr::fancy_pointer_resource<device_memory,
                                       thrust::cpp::universal_pointer<void>>;
} // namespace detail

using memory_resource = detail::native_resource;
using universal_memory_resource = detail::universal_native_resource;
using universal_host_pinned_memory_resource = detail::native_resource;

} // namespace cpp
} // namespace system
THRUST_NAMESPACE_END
