//===- cuda_bf16.h - The upper halves of floats ---------------------------===//
#ifndef TESSERA_CUDA_BF16_H
#define TESSERA_CUDA_BF16_H

#include "narrow_types.h"

TESSERA_NARROW(__nv_bfloat16, __nv_bfloat162, bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
