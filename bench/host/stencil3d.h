// The problem of stencil3d.cu: what the grid is at first, and in the end.
#ifndef TESSERA_BENCH_HOST_STENCIL3D_H
#define TESSERA_BENCH_HOST_STENCIL3D_H

#include "bench.h"
#include <math.h>
#ifndef N
#define N 18
#endif
#ifndef STEPS
#define STEPS 5
#endif
#define CELLS (N * N * N)
#define BLOCKx 32
#define BLOCKy 4

inline float initial(int i, int run) { return number(i + run) / 64.0f; }

/// Computes a small grid on the host, and compares.
inline bool is_right(const float *end, int run) {
  if (N > 64)
    return true;
  float *now = (float *)malloc(CELLS * sizeof(float));
  float *next = (float *)malloc(CELLS * sizeof(float));
  for (int i = 0; i < CELLS; i++)
    now[i] = initial(i, run);
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < CELLS; i++) {
      int x = i % N, y = i / N % N, z = i / (N * N);
      next[i] =
          0.4f * now[i] +
          0.1f * (now[x > 0 ? i - 1 : i] + now[x < N - 1 ? i + 1 : i] +
                  now[y > 0 ? i - N : i] + now[y < N - 1 ? i + N : i] +
                  now[z > 0 ? i - N * N : i] + now[z < N - 1 ? i + N * N : i]);
    }
    float *old = now;
    now = next;
    next = old;
  }
  bool right = true;
  for (int i = 0; i < CELLS; i++)
    right = right && fabsf(now[i] - end[i]) < 1e-4f;
  free(now);
  free(next);
  return right;
}

#endif
