//===- texture_references.h - Textures that CUDA 12 dropped ---------------===//
//
// Textures and surfaces that are variables of the file, and what programs call
// with them. `texture_functions.h` has those that replaced them.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_CUDA_TEXTURE_REFERENCES_H
#define TESSERA_CUDA_TEXTURE_REFERENCES_H

#include "driver_types.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaSurfaceType2D 0x02

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct surfaceReference {
  cudaChannelFormatDesc channelDesc;
};

template <class __T, int __Dim = cudaTextureType1D,
          cudaTextureReadMode __Mode = cudaReadModeElementType>
struct texture : textureReference {
  texture(int __Normalized = 0,
          cudaTextureFilterMode __Filter = cudaFilterModePoint,
          cudaTextureAddressMode __Address = cudaAddressModeClamp);
  texture(int __Normalized, cudaTextureFilterMode __Filter,
          cudaTextureAddressMode __Address,
          cudaChannelFormatDesc __Description);
};
template <class __T, int __Dim = cudaTextureType1D>
struct surface : surfaceReference {};

/// What a fetch gives: normalised elements are floats.
template <class __T, cudaTextureReadMode __Mode> struct __tessera_fetched {
  typedef __T type;
};
template <class __T>
struct __tessera_fetched<__T, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <> struct __tessera_fetched<uchar4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};
template <> struct __tessera_fetched<char4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};
template <> struct __tessera_fetched<ushort4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};

#define TESSERA_FETCH(Name, ...)                                               \
  template <class __T, int __Dim, cudaTextureReadMode __Mode>                  \
  __device__ typename __tessera_fetched<__T, __Mode>::type Name(               \
      texture<__T, __Dim, __Mode> __Texture, __VA_ARGS__);
TESSERA_FETCH(tex1Dfetch, int __X)
TESSERA_FETCH(tex1D, float __X)
TESSERA_FETCH(tex2D, float __X, float __Y)
TESSERA_FETCH(tex3D, float __X, float __Y, float __Z)
TESSERA_FETCH(tex1DLayered, float __X, int __Layer)
TESSERA_FETCH(tex2DLayered, float __X, float __Y, int __Layer)
TESSERA_FETCH(texCubemap, float __X, float __Y, float __Z)
#undef TESSERA_FETCH

template <class __T, class __S, int __Dim>
__device__ void surf2Dwrite(__T __Value, surface<__S, __Dim> __Surface, int __X,
                            int __Y, int __Mode = 0);
template <class __T, class __S, int __Dim>
__device__ void surf2Dread(__T *__Value, surface<__S, __Dim> __Surface, int __X,
                           int __Y, int __Mode = 0);

template <class __T, int __Dim, cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture(size_t *__Offset,
                            const texture<__T, __Dim, __Mode> &__Texture,
                            const void *__Pointer, size_t __Size = 0xFFFFFFFF);
template <class __T, int __Dim, cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture(size_t *__Offset,
                            const texture<__T, __Dim, __Mode> &__Texture,
                            const void *__Pointer,
                            const cudaChannelFormatDesc &__Description,
                            size_t __Size = 0xFFFFFFFF);
cudaError_t cudaBindTexture(size_t *__Offset, const textureReference *__Texture,
                            const void *__Pointer,
                            const cudaChannelFormatDesc *__Description,
                            size_t __Size = 0xFFFFFFFF);
template <class __T, int __Dim, cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture2D(size_t *__Offset,
                              const texture<__T, __Dim, __Mode> &__Texture,
                              const void *__Pointer, size_t __Width,
                              size_t __Height, size_t __Pitch);
template <class __T, int __Dim, cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture2D(size_t *__Offset,
                              const texture<__T, __Dim, __Mode> &__Texture,
                              const void *__Pointer,
                              const cudaChannelFormatDesc &__Description,
                              size_t __Width, size_t __Height, size_t __Pitch);
template <class __T, int __Dim, cudaTextureReadMode __Mode>
cudaError_t cudaBindTextureToArray(const texture<__T, __Dim, __Mode> &__Texture,
                                   cudaArray_const_t __Array);
template <class __T, int __Dim, cudaTextureReadMode __Mode>
cudaError_t cudaBindTextureToArray(const texture<__T, __Dim, __Mode> &__Texture,
                                   cudaArray_const_t __Array,
                                   const cudaChannelFormatDesc &__Description);
template <class __T, int __Dim, cudaTextureReadMode __Mode>
cudaError_t cudaUnbindTexture(const texture<__T, __Dim, __Mode> &__Texture);
template <class __T, int __Dim, cudaTextureReadMode __Mode>
cudaError_t
cudaGetTextureAlignmentOffset(size_t *__Offset,
                              const texture<__T, __Dim, __Mode> &__Texture);
cudaError_t cudaGetTextureReference(const textureReference **__Texture,
                                    const void *__Symbol);
template <class __T, int __Dim>
cudaError_t cudaBindSurfaceToArray(const surface<__T, __Dim> &__Surface,
                                   cudaArray_const_t __Array);

#endif
