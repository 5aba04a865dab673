#include "detail.h"
#include <columns.h>

static_assert(sizeof(NAME) == 5);
#ifndef FROM_HOST_FLAGS
#error "options of the target are lost"
#endif

// All threads read the same weights.
__global__ void sumsKernel(const float *a, const float *weights, float *sums) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < COLUMNS; ++k)
    sum += a[k * ROWS + row] * weight(weights, k);
  sums[row] = sum;
}

void rowSums(const float *a, const float *weights, float *sums) {
  sumsKernel<<<ROWS / 64, 64>>>(a, weights, sums);
}
