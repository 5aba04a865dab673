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

// Launched by another file.
__global__ void windows(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < COLUMNS / 2; ++k)
    sum += a[4 * i + k];
  b[i] = sum;
}

void scaled(float *a) { scale<<<ROWS * COLUMNS / 64, 64>>>(a, SCALE); }
