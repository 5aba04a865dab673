#include "columns.h"
#ifndef ONLY_HERE
#error "definitions of a source are lost"
#endif
#if !defined(WITH_LANGUAGE) || defined(NOWHERE)
#error "what depends on the language or the configuration is lost"
#endif

__global__ void scale(float *a, float by) {
  a[blockIdx.x * blockDim.x + threadIdx.x] *= by;
}

void scaled(float *a) { scale<<<ROWS * COLUMNS / 64, 64>>>(a, SCALE); }
