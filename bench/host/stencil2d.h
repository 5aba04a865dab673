// The problem of stencil2d.cu: what the grid is at first, and in the end.
#ifndef TESSERA_BENCH_HOST_STENCIL2D_H
#define TESSERA_BENCH_HOST_STENCIL2D_H

#include "bench.h"
#include <math.h>
#ifndef N
#define N 40
#endif
#ifndef STEPS
#define STEPS 6
#endif
#define BLOCKx 32
#define BLOCKy 8

inline float initial(int i, int j, int run) {
  return number(i * N + j + run) / 64.0f;
}

/// Computes a small grid on the host, and compares.
inline bool is_right(const float *end, int run) {
  if (N > 512)
    return true;
  float *now = (float *)malloc(N * N * sizeof(float));
  float *next = (float *)malloc(N * N * sizeof(float));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      now[i * N + j] = next[i * N + j] = initial(i, j, run);
  for (int step = 0; step < STEPS; step++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        next[i * N + j] = 0.25f * (now[(i - 1) * N + j] + now[(i + 1) * N + j] +
                                   now[i * N + j - 1] + now[i * N + j + 1]);
    float *old = now;
    now = next;
    next = old;
  }
  bool right = true;
  for (int i = 0; i < N * N; i++)
    right = right && fabsf(now[i] - end[i]) < 1e-4f;
  free(now);
  free(next);
  return right;
}

#endif
