//===- texture_functions.h - Texture and surface fetches ------------------===//
#ifndef TESSERA_CUDA_TEXTURE_FUNCTIONS_H
#define TESSERA_CUDA_TEXTURE_FUNCTIONS_H

#include "driver_types.h"

template <class T> __device__ T tex1Dfetch(cudaTextureObject_t Texture, int X);
template <class T> __device__ T tex1D(cudaTextureObject_t Texture, float X);
template <class T>
__device__ T tex2D(cudaTextureObject_t Texture, float X, float Y);
template <class T>
__device__ T tex3D(cudaTextureObject_t Texture, float X, float Y, float Z);
template <class T>
__device__ T tex2DLod(cudaTextureObject_t Texture, float X, float Y,
                      float Level);
template <class T>
__device__ T tex1DLayered(cudaTextureObject_t Texture, float X, int Layer);
template <class T>
__device__ T tex2DLayered(cudaTextureObject_t Texture, float X, float Y,
                          int Layer);

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2,
};
template <class T>
__device__ T surf2Dread(cudaSurfaceObject_t Surface, int X, int Y,
                        cudaSurfaceBoundaryMode Mode = cudaBoundaryModeTrap);
template <class T>
__device__ void surf2Dread(T *Value, cudaSurfaceObject_t Surface, int X, int Y,
                           cudaSurfaceBoundaryMode Mode = cudaBoundaryModeTrap);
template <class T>
__device__ void
surf2Dwrite(T Value, cudaSurfaceObject_t Surface, int X, int Y,
            cudaSurfaceBoundaryMode Mode = cudaBoundaryModeTrap);

#endif
