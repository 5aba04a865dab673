//===- device_launch_parameters.h - Who is this thread --------------------===//
//
// The coordinates are constant for the fiber that is one thread, so the
// compiler may keep them in registers, and reading them is no access to
// memory. That holds for scalars only: hence the properties.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "vector_types.h"

extern "C" {
extern const unsigned tessera_threadIdx_x, tessera_threadIdx_y,
    tessera_threadIdx_z;
extern const unsigned tessera_blockIdx_x, tessera_blockIdx_y,
    tessera_blockIdx_z;
extern const unsigned tessera_blockDim_x, tessera_blockDim_y,
    tessera_blockDim_z;
extern const unsigned tessera_gridDim_x, tessera_gridDim_y, tessera_gridDim_z;
}

#define TESSERA_COORDINATE(NAME, C)                                            \
  __declspec(property(get = get_##C)) unsigned C;                              \
  __forceinline__ unsigned get_##C() const { return tessera_##NAME##_##C; }
#define TESSERA_COORDINATES(NAME, TYPE)                                        \
  inline constexpr struct tessera_##NAME##_type {                              \
    TESSERA_COORDINATE(NAME, x)                                                \
    TESSERA_COORDINATE(NAME, y)                                                \
    TESSERA_COORDINATE(NAME, z)                                                \
    __forceinline__ operator TYPE() const { return TYPE{x, y, z}; }            \
  } NAME{};
TESSERA_COORDINATES(threadIdx, uint3)
TESSERA_COORDINATES(blockIdx, uint3)
TESSERA_COORDINATES(blockDim, dim3)
TESSERA_COORDINATES(gridDim, dim3)
#undef TESSERA_COORDINATES
#undef TESSERA_COORDINATE

constexpr int warpSize = 32;
