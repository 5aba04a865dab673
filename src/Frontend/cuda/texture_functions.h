//===- texture_functions.h - Texture and surface fetches ------------------===//
#ifndef TESSERA_CUDA_TEXTURE_FUNCTIONS_H
#define TESSERA_CUDA_TEXTURE_FUNCTIONS_H

#include "driver_types.h"

template <class __T>
__device__ __T tex1Dfetch(cudaTextureObject_t __Texture, int __X);
template <class __T>
__device__ __T tex1D(cudaTextureObject_t __Texture, float __X);
template <class __T>
__device__ __T tex2D(cudaTextureObject_t __Texture, float __X, float __Y);
template <class __T>
__device__ __T tex3D(cudaTextureObject_t __Texture, float __X, float __Y,
                     float __Z);
template <class __T>
__device__ __T tex2DLod(cudaTextureObject_t __Texture, float __X, float __Y,
                        float __Level);
template <class __T>
__device__ __T tex1DLayered(cudaTextureObject_t __Texture, float __X,
                            int __Layer);
template <class __T>
__device__ __T tex2DLayered(cudaTextureObject_t __Texture, float __X, float __Y,
                            int __Layer);

template <class __T>
__device__ __T texCubemap(cudaTextureObject_t __Texture, float __X, float __Y,
                          float __Z);

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2,
};
template <class __T>
__device__ __T
surf2Dread(cudaSurfaceObject_t __Surface, int __X, int __Y,
           cudaSurfaceBoundaryMode __Mode = cudaBoundaryModeTrap);
template <class __T>
__device__ void
surf2Dread(__T *__Value, cudaSurfaceObject_t __Surface, int __X, int __Y,
           cudaSurfaceBoundaryMode __Mode = cudaBoundaryModeTrap);
template <class __T>
__device__ void
surf2Dwrite(__T __Value, cudaSurfaceObject_t __Surface, int __X, int __Y,
            cudaSurfaceBoundaryMode __Mode = cudaBoundaryModeTrap);

#endif
