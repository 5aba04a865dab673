// The problem of inverse.cu: a matrix, and whether another is its inverse.
#ifndef TESSERA_BENCH_HOST_INVERSE_H
#define TESSERA_BENCH_HOST_INVERSE_H

#include "bench.h"
#include <math.h>
#ifndef N
#define N 48
#endif
#define BLOCK 32
#define BLOCKS ((N + BLOCK - 1) / BLOCK)
#define TINY 1e-6f

/// The matrix has a large diagonal: no rows need to be exchanged.
inline float initial(int i, int j, int run) {
  return number(i * N + j + run) / 512.0f - 1 + (i == j ? N : 0);
}

/// Looks at some rows of the product of both matrices.
inline bool is_right(const float *inverse, int run) {
  bool right = true;
  for (int i = 0; i < N; i += N / 8 + 1)
    for (int j = 0; j < N; j++) {
      double sum = i == j ? -1 : 0;
      for (int k = 0; k < N; k++)
        sum += (double)initial(i, k, run) * inverse[k * N + j];
      right = right && fabs(sum) < 1e-4;
    }
  return right;
}

#endif
