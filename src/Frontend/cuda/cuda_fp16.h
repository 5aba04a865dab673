//===- cuda_fp16.h - Half precision ---------------------------------------===//
#ifndef TESSERA_CUDA_FP16_H
#define TESSERA_CUDA_FP16_H

#include "narrow_types.h"

TESSERA_NARROW(__half, __half2, half)
typedef __half half;
typedef __half2 half2;

#endif
