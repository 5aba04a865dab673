// The problem of heat.cu: a plate that is hot in the middle and cools down.
#ifndef TESSERA_BENCH_HOST_HEAT_H
#define TESSERA_BENCH_HOST_HEAT_H

#include "bench.h"
#ifndef N
#define N 40
#endif
#ifndef STEPS
#define STEPS 24
#endif
#ifndef EVERY
#define EVERY 4 // so many steps, the host looks at the middle
#endif
#ifndef ENOUGH
#define ENOUGH 300.0f // so cold, it is enough
#endif
#define BLOCKx 32
#define BLOCKy 8

inline float initial(int i, int j, int run) {
  bool hot = abs(i - N / 2) <= 2 && abs(j - N / 2) <= 2;
  return hot ? 1000.0f + run : number(i * N + j) / 64.0f;
}

#endif
