// Pointers that algorithms count up from, or sum up to, and those that
// construct_at makes an object of, are in memory afterwards: what they point to
// may be written through them.
// RUN: %meaning %s --original --options=--extra-arg=-std=c++20 --run=--std=c++20
// PRINTS: 3 51 3 / 3 52 3 / 3 53 3 / 3 54 3 / 3 55 3 / 3 56 3 / 3 57 3
#include <cstdio>
#include <functional>
#include <memory>
#include <numeric>
#define N 64

__global__ int counted[N];
__global__ int before[N];
__global__ int behind[N];
__global__ int mapped_before[N];
__global__ int mapped_behind[N];
__global__ int pointed[N];
__global__ int held[N];

__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }

struct Holder {
  int *p = nullptr;
  Holder() = default;
  explicit Holder(int *p) : p(p) {}
};

static int same(int i) { return i; }
static void show(const int *x, const char *end) {
  printf("%d %d %d%s", x[0], x[1], x[2], end);
}

int main() {
  int steps[3] = {1, 1, 1};
  int *all[3];

  raise<<<1, N>>>(counted, 1);
  std::iota(all, all + 3, counted);
  raise<<<1, N>>>(counted, 1);
  *all[1] = 50;
  raise<<<1, N>>>(counted, 1);
  show(counted, " / ");

  raise<<<1, N>>>(before, 1);
  std::exclusive_scan(steps, steps + 3, all, before + 0, std::plus<>());
  raise<<<1, N>>>(before, 1);
  *all[1] = 51;
  raise<<<1, N>>>(before, 1);
  show(before, " / ");

  raise<<<1, N>>>(behind, 1);
  std::inclusive_scan(steps, steps + 3, all, std::plus<>(), behind + 0);
  raise<<<1, N>>>(behind, 1);
  *all[0] = 52;
  raise<<<1, N>>>(behind, 1);
  show(behind, " / ");

  raise<<<1, N>>>(mapped_before, 1);
  std::transform_exclusive_scan(steps, steps + 3, all, mapped_before + 0,
                                std::plus<>(), same);
  raise<<<1, N>>>(mapped_before, 1);
  *all[1] = 53;
  raise<<<1, N>>>(mapped_before, 1);
  show(mapped_before, " / ");

  raise<<<1, N>>>(mapped_behind, 1);
  std::transform_inclusive_scan(steps, steps + 3, all, std::plus<>(), same,
                                mapped_behind + 0);
  raise<<<1, N>>>(mapped_behind, 1);
  *all[0] = 54;
  raise<<<1, N>>>(mapped_behind, 1);
  show(mapped_behind, " / ");

  raise<<<1, N>>>(pointed, 1);
  std::construct_at(&all[2], pointed);
  raise<<<1, N>>>(pointed, 1);
  all[2][1] = 55;
  raise<<<1, N>>>(pointed, 1);
  show(pointed, " / ");

  Holder holder;
  raise<<<1, N>>>(held, 1);
  std::construct_at(&holder, held);
  raise<<<1, N>>>(held, 1);
  holder.p[1] = 56;
  raise<<<1, N>>>(held, 1);
  show(held, "\n");
}
