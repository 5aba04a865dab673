//===- simd_functions.h - Two or four numbers in one word -----------------===//
#ifndef TESSERA_CUDA_SIMD_FUNCTIONS_H
#define TESSERA_CUDA_SIMD_FUNCTIONS_H

#include "host_defines.h"
#include "vector_types.h"

#define TESSERA_WORD unsigned int
#define TESSERA_UNARY(NAME)                                                    \
  __device__ TESSERA_WORD __v##NAME##2(TESSERA_WORD __X);                      \
  __device__ TESSERA_WORD __v##NAME##4(TESSERA_WORD __X);
#define TESSERA_BINARY(NAME)                                                   \
  __device__ TESSERA_WORD __v##NAME##2(TESSERA_WORD __X, TESSERA_WORD __Y);    \
  __device__ TESSERA_WORD __v##NAME##4(TESSERA_WORD __X, TESSERA_WORD __Y);
#define TESSERA_COMPARISONS(NAME)                                              \
  TESSERA_BINARY(NAME##eq)                                                     \
  TESSERA_BINARY(NAME##ne)                                                     \
  TESSERA_BINARY(NAME##ges)                                                    \
  TESSERA_BINARY(NAME##geu)                                                    \
  TESSERA_BINARY(NAME##gts)                                                    \
  TESSERA_BINARY(NAME##gtu)                                                    \
  TESSERA_BINARY(NAME##les)                                                    \
  TESSERA_BINARY(NAME##leu)                                                    \
  TESSERA_BINARY(NAME##lts)                                                    \
  TESSERA_BINARY(NAME##ltu)
TESSERA_UNARY(abs)
TESSERA_UNARY(absss)
TESSERA_UNARY(neg)
TESSERA_UNARY(negss)
TESSERA_BINARY(add)
TESSERA_BINARY(addss)
TESSERA_BINARY(addus)
TESSERA_BINARY(sub)
TESSERA_BINARY(subss)
TESSERA_BINARY(subus)
TESSERA_BINARY(avgs)
TESSERA_BINARY(avgu)
TESSERA_BINARY(haddu)
TESSERA_BINARY(absdiffs)
TESSERA_BINARY(absdiffu)
TESSERA_BINARY(maxs)
TESSERA_BINARY(maxu)
TESSERA_BINARY(mins)
TESSERA_BINARY(minu)
TESSERA_BINARY(sads)
TESSERA_BINARY(sadu)
TESSERA_COMPARISONS(cmp)
TESSERA_COMPARISONS(set)
#undef TESSERA_COMPARISONS
#undef TESSERA_BINARY
#undef TESSERA_UNARY

// Maxima and minima of two or three, and of a sum.
#define TESSERA_EXTREME(T, NAME)                                               \
  __device__ T __vimax3_##NAME(T __X, T __Y, T __Z);                           \
  __device__ T __vimin3_##NAME(T __X, T __Y, T __Z);                           \
  __device__ T __viaddmax_##NAME(T __X, T __Y, T __Z);                         \
  __device__ T __viaddmin_##NAME(T __X, T __Y, T __Z);
#define TESSERA_ABOVE_ZERO(T, NAME)                                            \
  __device__ T __vimax_##NAME(T __X, T __Y);                                   \
  __device__ T __vimin_##NAME(T __X, T __Y);                                   \
  TESSERA_EXTREME(T, NAME)
TESSERA_EXTREME(int, s32)
TESSERA_EXTREME(TESSERA_WORD, u32)
TESSERA_EXTREME(TESSERA_WORD, s16x2)
TESSERA_EXTREME(TESSERA_WORD, u16x2)
TESSERA_ABOVE_ZERO(int, s32_relu)
TESSERA_ABOVE_ZERO(TESSERA_WORD, s16x2_relu)
#undef TESSERA_ABOVE_ZERO
#undef TESSERA_EXTREME
#define TESSERA_WHICH(T, NAME)                                                 \
  __device__ T __vibmax_##NAME(T __X, T __Y, bool *__First);                   \
  __device__ T __vibmin_##NAME(T __X, T __Y, bool *__First);
TESSERA_WHICH(int, s32)
TESSERA_WHICH(TESSERA_WORD, u32)
#undef TESSERA_WHICH
#define TESSERA_WHICH(NAME)                                                    \
  __device__ TESSERA_WORD __vibmax_##NAME(TESSERA_WORD __X, TESSERA_WORD __Y,  \
                                          bool *__High, bool *__Low);          \
  __device__ TESSERA_WORD __vibmin_##NAME(TESSERA_WORD __X, TESSERA_WORD __Y,  \
                                          bool *__High, bool *__Low);
TESSERA_WHICH(s16x2)
TESSERA_WHICH(u16x2)
#undef TESSERA_WHICH

// Products of such numbers, added to a third.
#define TESSERA_PRODUCTS(T, PAIR, FOUR)                                        \
  __device__ T __dp4a(T __X, T __Y, T __Z);                                    \
  __device__ T __dp4a(FOUR __X, FOUR __Y, T __Z);                              \
  __device__ T __dp2a_lo(T __X, T __Y, T __Z);                                 \
  __device__ T __dp2a_lo(PAIR __X, FOUR __Y, T __Z);                           \
  __device__ T __dp2a_hi(T __X, T __Y, T __Z);                                 \
  __device__ T __dp2a_hi(PAIR __X, FOUR __Y, T __Z);
TESSERA_PRODUCTS(int, short2, char4)
TESSERA_PRODUCTS(TESSERA_WORD, ushort2, uchar4)
#undef TESSERA_PRODUCTS
#undef TESSERA_WORD

#endif
