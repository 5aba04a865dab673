// Algorithms that get an execution policy read and write what they do without
// one: each policy, each by its own array.
// RUN: %meaning %s --original
// PRINTS: 40 42 2 / 2144 / 192 70 / 7 2 / 2080 / 65 2 / 2 66 / 2272
#include <algorithm>
#include <cstdio>
#include <execution>
#include <functional>
#include <numeric>
#define N 64

__global__ int copied[N];
__global__ int changed[N];
__global__ int filled[N];
__global__ int replaced[N];
__global__ int reduced[N];
__global__ int generated[N];
__global__ int sorted[N];
__global__ int summed[N];

__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }
__global__ void count(int *x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  using namespace std::execution;
  int from[N];
  std::iota(from, from + N, 0);

  raise<<<1, N>>>(copied, 1);
  std::copy(par, from + 40, from + 42, copied);
  raise<<<1, N - 1>>>(copied + 1, 1);
  printf("%d %d %d / ", copied[0], copied[1], copied[2]);

  count<<<1, N>>>(changed);
  std::for_each(unseq, changed, changed + N, [](int &x) { x += 1; });
  raise<<<1, N>>>(changed, 1);
  printf("%d / ", std::accumulate(changed, changed + N, 0));

  raise<<<1, N>>>(filled, 2);
  std::fill_n(par_unseq, filled + 3, 1, 69);
  raise<<<1, N>>>(filled, 1);
  printf("%d %d / ", N * filled[0], filled[3]);

  raise<<<1, N>>>(replaced, 1);
  replaced[4] = 5;
  std::replace(seq, replaced, replaced + N, 5, 6);
  raise<<<1, N>>>(replaced, 1);
  printf("%d %d / ", replaced[4], replaced[5]);

  count<<<1, N>>>(reduced);
  raise<<<1, N>>>(reduced, 1);
  printf("%d / ", std::reduce(par, reduced, reduced + N));

  raise<<<1, N>>>(generated, 1);
  std::generate_n(par, generated + 5, 1, [] { return 64; });
  raise<<<1, N>>>(generated, 1);
  printf("%d %d / ", generated[5], generated[6]);

  count<<<1, N>>>(sorted);
  std::sort(par, sorted, sorted + N, std::greater<int>());
  raise<<<1, N>>>(sorted, 2);
  printf("%d %d / ", sorted[N - 1], sorted[0] + 1);

  count<<<1, N>>>(summed);
  raise<<<1, N>>>(summed, 2);
  int sum = std::transform_reduce(unseq, summed, summed + N, 0, std::plus<>(),
                                  [](int x) { return x + 2; });
  raise<<<1, N>>>(summed, 0);
  printf("%d\n", sum);
}
