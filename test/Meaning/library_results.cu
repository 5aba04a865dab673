// Library functions write results through other arguments than the one that
// they are about, change what they are given, and read how much there is.
// RUN: %meaning %s --original
// PRINTS: 1234 4 2 / -77 3 2 / 25 5 2 / 1 2 / 21 22 23 2
// PRINTS: 101 1 31 107 13 / 1 9 / 1 4
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <search.h>
#include <string>
#include <time.h>
#define N 64

__global__ size_t behind_int[N];
__global__ size_t behind_long[N];
__global__ size_t behind_double[N];
__global__ unsigned seeds[N];
__global__ unsigned parts[N];
__global__ tm dates[N];
__global__ timespec times[N];
__global__ size_t found[N];

__global__ void raise(size_t *x, size_t by) { x[threadIdx.x] += by; }
__global__ void raise_seeds(unsigned *x) { x[threadIdx.x] += 1; }
__global__ void set_dates(tm *x) {
  x[threadIdx.x].tm_year = 100;
  x[threadIdx.x].tm_mon = 13;
  x[threadIdx.x].tm_mday = 1;
  x[threadIdx.x].tm_hour = 12;
  x[threadIdx.x].tm_isdst = -1;
}
__global__ void age(tm *x) { x[threadIdx.x].tm_year += 7; }
__global__ void set_times(timespec *x) { x[threadIdx.x].tv_sec = 5; }
__global__ void wait(timespec *x) { x[threadIdx.x].tv_sec += 4; }

static int any(const void *, const void *) { return 0; }

int main() {
  raise<<<1, N>>>(behind_int, 1);
  int whole = std::stoi("1234 5", &behind_int[0]);
  raise<<<1, N - 1>>>(behind_int + 1, 1);
  printf("%d %zu %zu / ", whole, behind_int[0], behind_int[1]);

  raise<<<1, N>>>(behind_long, 1);
  long large = std::stol("-77b", behind_long, 10);
  raise<<<1, N - 1>>>(behind_long + 1, 1);
  printf("%ld %zu %zu / ", large, behind_long[0], behind_long[1]);

  raise<<<1, N>>>(behind_double, 1);
  double real = std::stod("2.5e1x", &behind_double[0]);
  raise<<<1, N - 1>>>(behind_double + 1, 1);
  printf("%g %zu %zu / ", real, behind_double[0], behind_double[1]);

  std::seed_seq sequence{21, 22, 23};
  unsigned alone[1];
  sequence.generate(alone, alone + 1);
  raise_seeds<<<1, N>>>(seeds);
  sequence.generate(seeds, seeds + 1);
  raise_seeds<<<1, N - 1>>>(seeds + 1);
  printf("%d %u / ", seeds[0] == alone[0], seeds[1]);

  raise_seeds<<<1, N>>>(parts);
  sequence.param(parts);
  raise_seeds<<<1, N - 3>>>(parts + 3);
  printf("%u %u %u %u\n", parts[0], parts[1], parts[2], parts[3]);

  set_dates<<<1, N>>>(dates);
  mktime(&dates[0]);
  age<<<1, N - 1>>>(dates + 1);
  printf("%d %d %d ", dates[0].tm_year, dates[0].tm_mon, dates[0].tm_yday);
  printf("%d %d / ", dates[1].tm_year, dates[1].tm_mon);

  set_times<<<1, N>>>(times);
  timespec_get(&times[0], TIME_UTC);
  wait<<<1, N - 1>>>(times + 1);
  printf("%d %d / ", times[0].tv_sec > 1000, int(times[1].tv_sec));

  int table[4] = {5, 6, 7, 8}, key = 7;
  raise<<<1, N>>>(found, 3);
  void *first = lfind(&key, table, &found[0], sizeof(int), any);
  raise<<<1, N - 1>>>(found + 1, 1);
  printf("%d %zu\n", first == table, found[1]);
}
