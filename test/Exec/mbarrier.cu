// Bulk copies into shared memory, of which a phase of an mbarrier waits, and
// out of it: once as in CUDA's guide, and in two buffers over many phases, with
// parity, a producer and consumers.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=1 %s | FileCheck %s
// RUN: %tessera-run --seed=2 %s | FileCheck %s
// RUN: %tessera-run --seed=3 %s | FileCheck %s
// CHECK: once: 0 wrong
// CHECK: stages: 0 wrong
// CHECK: single: 0 wrong
// CHECK: warps: 0 wrong
#include <cstdio>
#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

constexpr int Threads = 64, Rounds = 9;
__managed__ alignas(16) int a[Threads * Rounds], b[Threads * Rounds];

__global__ void once(int offset) {
  __shared__ alignas(16) int data[Threads];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_global_to_shared(data, a + offset, sizeof(data), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(data));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  int first = data[0];
  bar.arrive_and_wait(); // all have read data[0]
  data[threadIdx.x] += 1 + (first == offset);
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(b + offset, data, sizeof(data));
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
    data[0] = -1; // nobody reads it any more
  }
}

// Thread 0 fills, all use; a buffer is filled again when all have used it.
__global__ void stages() {
  __shared__ alignas(16) int data[2][Threads];
  __shared__ barrier full[2], empty[2];
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; s++) {
      init(&full[s], 1);
      init(&empty[s], Threads);
    }
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  auto fill = [&](int round) {
    int s = round % 2;
    cuda::device::barrier_expect_tx(full[s], sizeof(data[s]));
    cde::cp_async_bulk_global_to_shared(data[s], a + round * Threads,
                                        sizeof(data[s]), full[s]);
    (void)full[s].arrive();
  };
  if (threadIdx.x == 0)
    fill(0);
  for (int round = 0; round < Rounds; round++) {
    int s = round % 2;
    if (threadIdx.x == 0 && round + 1 < Rounds) {
      // The first time, the phase before the first counts as over.
      empty[1 - s].wait_parity(((round + 1) / 2 + 1) % 2);
      fill(round + 1);
    }
    full[s].wait_parity(round / 2 % 2);
    b[round * Threads + threadIdx.x] = 3 * data[s][Threads - 1 - threadIdx.x];
    (void)empty[s].arrive();
  }
}

// Each thread copies for itself; half of them leave after the first phase.
__global__ void single() {
  __shared__ alignas(16) int data[2][Threads];
  __shared__ barrier bar;
  if (threadIdx.x == 0)
    init(&bar, Threads);
  __syncthreads();
  int i = threadIdx.x;
  cuda::memcpy_async(&data[0][i], &a[i], sizeof(int), bar);
  if (i % 4 == 0)
    cuda::memcpy_async(&data[1][i], &a[Threads + i],
                       cuda::aligned_size_t<16>(16), bar);
  if (i >= Threads / 2) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  int sum = data[0][2 * i] + data[1][2 * i + 1];
  bar.arrive_and_wait();
  data[0][2 * i] = sum;
  bar.arrive_and_wait();
  b[i] = data[0][(2 * i + 2) % Threads];
}

// One thread of a warp waits, the others follow it.
__global__ void warps() {
  __shared__ int data[32];
  __shared__ barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;
    (void)bar.arrive();
    return;
  }
  if (threadIdx.x == 32)
    bar.wait_parity(false);
  __syncwarp();
  b[threadIdx.x] = data[63 - threadIdx.x];
}

template <class F> void check(const char *name, int n, F expected) {
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += b[i] != expected(i);
  printf("%s: %d wrong\n", name, wrong);
}

int main() {
  for (int i = 0; i < Threads * Rounds; i++)
    a[i] = i;
  once<<<1, Threads>>>(0);
  once<<<1, Threads>>>(Threads);
  check("once", 2 * Threads, [](int i) { return i + 2; });
  stages<<<1, Threads>>>();
  check("stages", Threads * Rounds, [](int i) {
    return 3 * (i / Threads * Threads + Threads - 1 - i % Threads);
  });
  single<<<1, Threads>>>();
  check("single", Threads / 2, [](int i) {
    int j = (2 * i + 2) % Threads;
    return j + Threads + j + 1;
  });
  warps<<<1, 64>>>();
  check("warps", 64, [](int i) { return i < 32 ? b[i] : 63 - i; });
}
