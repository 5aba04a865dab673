//===- device_launch_parameters.h - threadIdx and its relatives -----------===//
#ifndef TESSERA_CUDA_DEVICE_LAUNCH_PARAMETERS_H
#define TESSERA_CUDA_DEVICE_LAUNCH_PARAMETERS_H

#include "vector_types.h"

// Plain variables, so that `threadIdx.x` is a plain MemberExpr.
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

#endif
