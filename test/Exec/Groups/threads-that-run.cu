// The threads that are at a place together: a counter that a group advances at
// once, __activemask in branches and loops, and groups of such a group.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=4 %s | FileCheck %s
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ int next(int *counter) {
  auto g = cg::coalesced_threads();
  int first = 0;
  if (g.thread_rank() == 0)
    first = atomicAdd(counter, g.size());
  return g.shfl(first, 0) + g.thread_rank();
}

__global__ void keepOdd(int *out, const int *in, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (in[i] & 1)
    out[next(count)] = in[i];
}

__global__ void masks(unsigned *out) {
  const int i = threadIdx.x;
  if (i < 12)
    out[i] = __activemask();
  else if (i % 2)
    out[i] = __activemask();
  else
    out[i] = 0;
  unsigned rounds = 0; // in which fewer than before go on
  for (int k = 0; k < i % 4; k++)
    rounds = rounds * 100 + __popc(__activemask());
  out[32 + i] = rounds;
}

__global__ void parts(int *out) {
  const int i = threadIdx.x;
  out[i] = out[32 + i] = -1;
  if (i % 4 != 2) { // 24 threads
    auto g = cg::coalesced_threads();
    auto five = cg::tiled_partition(g, 8);
    out[i] = five.meta_group_rank() * 100 + five.thread_rank() * 10 +
             (five.shfl(i, 7) == i);
    out[32 + i] = five.shfl_down(i, 3);
  }
}

int main() {
  const int n = 1000;
  int *in, *out, *count;
  unsigned *m;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  cudaMallocManaged(&m, 64 * sizeof(unsigned));
  int kept = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    in[i] = i * i % 97;
    kept += in[i] & 1;
    sum += in[i] & 1 ? in[i] : 0;
  }
  keepOdd<<<9, 128>>>(out, in, n, count);
  masks<<<1, 32>>>(m);
  cudaDeviceSynchronize();
  for (int i = 0; i < *count; i++)
    sum -= out[i];
  // CHECK: 0 0
  printf("%d %d\n", kept - *count, sum);
  // CHECK-NEXT: fff aaaaa000 0
  printf("%x %x %x\n", m[3], m[13], m[14]);
  // CHECK-NEXT: 0 24 2416 241608
  printf("%u %u %u %u\n", m[32], m[33], m[34], m[35]);
  parts<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  // CHECK-NEXT: 0 -1 20 71 100 171 271
  printf("%d %d %d %d %d %d %d\n", out[0], out[2], out[3], out[9], out[11],
         out[20], out[31]);
  // CHECK-NEXT: 4 7 8 15
  printf("%d %d %d %d\n", out[32], out[32 + 3], out[32 + 4], out[32 + 11]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  cudaFree(m);
}
