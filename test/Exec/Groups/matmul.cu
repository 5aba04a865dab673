// A matrix product by tiles in shared memory: copied asynchronously by a group,
// two steps under way; and one whose rows go round in a tile of threads.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=1 %s | FileCheck %s
// RUN: not %tessera-run -DTOO_EARLY %s 2>&1 | FileCheck %s --check-prefix=EARLY
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
namespace cg = cooperative_groups;
constexpr int N = 64, T = 16;

__global__ void staged(const float *a, const float *b, float *c) {
  __shared__ float left[2][T][T], right[2][T][T];
  auto block = cg::this_thread_block();
  const int x = threadIdx.x, y = threadIdx.y;
  auto load = [&](int step) {
    if (step < N / T)
      for (int r = 0; r < T; r++) {
        cg::memcpy_async(block, left[step % 2][r],
                         a + (blockIdx.y * T + r) * N + step * T,
                         sizeof(float) * T);
        cg::memcpy_async(block, right[step % 2][r], size_t(T),
                         b + (step * T + r) * N + blockIdx.x * T, size_t(T));
      }
  };
  float sum = 0;
  load(0);
  for (int step = 0; step < N / T; step++) {
    load(step + 1);
#ifdef TOO_EARLY
    // EARLY: error: {{.*}} [{{.*}}]
    block.sync();
#else
    if (step + 1 < N / T)
      cg::wait_prior<2 * T>(block);
    else
      cg::wait(block);
#endif
    for (int k = 0; k < T; k++)
      sum += left[step % 2][y][k] * right[step % 2][k][x];
    block.sync();
  }
  c[(blockIdx.y * T + y) * N + blockIdx.x * T + x] = sum;
}

__global__ void shuffled(const float *a, const float *b, float *c) {
  auto tile = cg::tiled_partition<T>(cg::this_thread_block());
  const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  float sum = 0;
  for (int step = 0; step < N; step += T) {
    const float mine = a[y * N + step + tile.thread_rank()];
    for (int k = 0; k < T; k++)
      sum += tile.shfl(mine, k) * b[(step + k) * N + x];
  }
  c[y * N + x] = sum;
}

int main() {
  float *a, *b, *c, *d;
  cudaMallocManaged(&a, N * N * sizeof(float));
  cudaMallocManaged(&b, N * N * sizeof(float));
  cudaMallocManaged(&c, N * N * sizeof(float));
  cudaMallocManaged(&d, N * N * sizeof(float));
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 7 - 3;
    b[i] = i % 11 - 5;
  }
  staged<<<dim3(N / T, N / T), dim3(T, T)>>>(a, b, c);
  shuffled<<<dim3(N / T, N / T), dim3(T, T)>>>(a, b, d);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      float sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[y * N + k] * b[k * N + x];
      wrong += c[y * N + x] != sum;
      wrong += d[y * N + x] != sum;
    }
  // CHECK: wrong 0
  printf("wrong %d\n", wrong);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(d);
}
