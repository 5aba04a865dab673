// Functions of cooperative groups stand beside: arrays are staged as beside the
// same functions of warps, and the program's text stays. What only a group
// tells stands for the ids.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --input-file=%t.cu --check-prefix=TEXT
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options= --original
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: words 103745845.5 tiles 103745845.5 reduced 103745845.5 chosen 207491691.0 sizes 103745845.5
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ double force(const double *x, int n, double at) {
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[k] > at ? 1.0 : -0.5;
  return sum;
}

__device__ double sumOf(cg::thread_block_tile<32> tile, double v) {
  for (int d = tile.size() / 2; d > 0; d /= 2)
    v += tile.shfl_down(v, d);
  return v;
}

// CHECK: staged 'x' in shared memory
__global__ void words(const double *__restrict__ x, double *__restrict__ sums, int n) {
  double sum = force(x, n, threadIdx.x);
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x % 32 == 0)
    sums[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

// CHECK: staged 'x' in shared memory
// TEXT: {{^}}__global__ void tiles(
// TEXT: {{^}}  sum = sumOf(tile, sum);
__global__ void tiles(const double *__restrict__ x, double *__restrict__ sums, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  double sum = force(x, n, threadIdx.x);
  sum = sumOf(tile, sum);
  if (tile.thread_rank() == 0)
    sums[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

// CHECK: staged 'x' in shared memory
// TEXT: {{^}}__global__ void reduced(
// TEXT: {{^}}  sum = cg::reduce(tile, sum, cg::plus<double>());
// TEXT-NEXT: {{^}}  tile.sync();
__global__ void reduced(const double *__restrict__ x, double *__restrict__ sums, int n) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  double sum = force(x, n, threadIdx.x);
  sum = cg::reduce(tile, sum, cg::plus<double>());
  tile.sync();
  if (tile.thread_rank() == 0)
    sums[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

// What else is done with the values of the group, the program's function says.
struct Twice {
  __device__ double operator()(double a, double b) const { return a + b; }
};
// CHECK: kernel 'chosen' not changed: it calls 'cooperative_groups::reduce', whose effects are not known
__global__ void chosen(const double *__restrict__ x, double *__restrict__ sums, int n) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  double sum = 2 * force(x, n, threadIdx.x);
  sum = cg::reduce(tile, sum, Twice());
  if (tile.thread_rank() == 0)
    sums[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

// What a group tells that is not said in ids keeps the program's blocks.
// CHECK: staged 'x' in shared memory
// TEXT: {{^}}__global__ void sizes(
// TEXT: {{^}}    sums[blockIdx.x * tile.meta_group_size()
__global__ void sizes(const double *__restrict__ x, double *__restrict__ sums, int n) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  double sum = force(x, n, threadIdx.x);
  for (int d = 16; d > 0; d /= 2)
    sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0)
    sums[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = sum;
}

int main() {
  const int n = 1000, blocks = 300, threads = 256;
  double *x, *sums;
  cudaMallocManaged(&x, n * sizeof(double));
  cudaMallocManaged(&sums, blocks * threads / 32 * sizeof(double));
  for (int i = 0; i < n; ++i)
    x[i] = i * 7 % 301;
  auto print = [&](const char *name) {
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < blocks * threads / 32; ++i)
      sum += (i % 7 + 1) * sums[i];
    printf("%s %.1f ", name, sum);
  };
  words<<<blocks, threads>>>(x, sums, n);
  print("words");
  tiles<<<blocks, threads>>>(x, sums, n);
  print("tiles");
  reduced<<<blocks, threads>>>(x, sums, n);
  print("reduced");
  chosen<<<blocks, threads>>>(x, sums, n);
  print("chosen");
  sizes<<<blocks, threads>>>(x, sums, n);
  print("sizes");
  printf("\n");
}
