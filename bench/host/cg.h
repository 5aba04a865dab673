// The problem of cg.cu: -u'' = f on a square grid with nothing around it.
#ifndef TESSERA_BENCH_HOST_CG_H
#define TESSERA_BENCH_HOST_CG_H

#include "bench.h"
#include <math.h>
#ifndef N
#define N 12
#endif
#ifndef STEPS
#define STEPS 400
#endif
#ifndef ENOUGH
#define ENOUGH 1e-16 // for the square of the residual, relative to that of f
#endif
#define CELLS (N * N)
#define BLOCK 256
#define BLOCKS ((CELLS + BLOCK - 1) / BLOCK)
#ifndef PARTS
#define PARTS 4 // partial sums of a product
#endif

inline double right_side(int i, int run) { return number(i + run) / 512.0 - 1; }

/// \p u solves the equation.
inline bool is_right(const double *u, int run) {
  double square = 0, all = 0;
  for (int i = 0; i < CELLS; i++) {
    int x = i % N, y = i / N;
    double rest = right_side(i, run) - 4 * u[i] + (x > 0 ? u[i - 1] : 0) +
                  (x < N - 1 ? u[i + 1] : 0) + (y > 0 ? u[i - N] : 0) +
                  (y < N - 1 ? u[i + N] : 0);
    square += rest * rest;
    all += right_side(i, run) * right_side(i, run);
  }
  return square <= 10 * ENOUGH * all;
}

#endif
