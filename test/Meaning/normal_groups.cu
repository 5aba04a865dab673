// What threads ask groups of cooperative groups is said by ids: groups that
// nothing else asks leave the text.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options= --original
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: grid 500500 strides 500500 places 4950 tiles 500500 fixed 500500
// PRINTS: barrier 500500 planes 523776 warps 500500 others 32640
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// CHECK:      void grid(
// CHECK-NEXT:   int i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   if (i < n)
__global__ void grid(const int *in, int *out, int n) {
  auto all = cg::this_grid();
  int i = all.thread_rank();
  if (i < n)
    out[i] = in[i];
}

// CHECK:      void strides(
// CHECK-NOT:    cg::
// CHECK:        out[i] = in[i];
__global__ void strides(const int *in, int *out, int n) {
  for (int i = cg::this_grid().thread_rank(); i < n;
       i += cg::this_grid().num_threads())
    out[i] = in[i];
}

// CHECK:      void places(
// CHECK-NEXT:   int x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   int y = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK-NEXT:   if (x < w && y < h)
__global__ void places(const int *in, int *out, int w, int h) {
  cg::thread_block block = cg::this_thread_block();
  const dim3 thread = block.thread_index();
  int x = block.group_index().x * block.group_dim().x + thread.x;
  int y = block.group_index().y * block.dim_threads().y + thread.y;
  if (x < w && y < h)
    out[y * w + x] = in[y * w + x];
}

// CHECK:      void tiles(
// CHECK-NEXT:   int i = blockIdx.x * blockDim.x + threadIdx.x;
__global__ void tiles(const int *in, int *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int i = blockIdx.x * block.size() + tile.meta_group_rank() * tile.size() +
          tile.thread_rank();
  if (i < n)
    out[i] = in[i];
}

// The class does not say what the tile was made of.
// CHECK:      void fixed(
// CHECK-NEXT:   int i = blockIdx.x * 256 + threadIdx.x;
__global__ void fixed(const int *in, int *out, int n) {
  cg::thread_block_tile<16> tile =
      cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * 256 + threadIdx.x / 16 * 16 + tile.thread_rank();
  if (i < n && threadIdx.x < 256)
    out[i] = in[i];
}

// CHECK:      void barrier(
// CHECK:        s[threadIdx.x] =
// CHECK:        __syncthreads();
// CHECK-NEXT:   if (i < n)
// CHECK-NEXT:     out[i] = s[255 - (255 - (unsigned long long)threadIdx.x)];
__global__ void barrier(const int *in, int *out, int n) {
  auto block = cg::this_thread_block();
  __shared__ int s[256];
  int i = block.group_index().x * block.num_threads() + block.thread_rank();
  s[block.thread_rank()] = i < n ? in[i] : 0;
  block.sync();
  if (i < n)
    out[i] = s[255 - (255 - cg::thread_rank(block))];
}

// Blocks are no rows.
// CHECK:      void planes(
// CHECK-NEXT:   int i = blockIdx.x * (blockDim.x * blockDim.y) + (threadIdx.y * blockDim.x + threadIdx.x);
__global__ void planes(const int *in, int *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  int i = blockIdx.x * block.size() + block.thread_rank();
  if (i < n)
    out[i] = in[i];
}

// What exchanges values stays, and so do its groups.
// CHECK:      void warps(
// CHECK-NEXT:   cg::thread_block block = cg::this_thread_block();
// CHECK-NEXT:   auto tile = cg::tiled_partition<32>(block);
// CHECK-NEXT:   int i = blockIdx.x * 256 + threadIdx.x;
// CHECK:        tile.shfl(
__global__ void warps(const int *in, int *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int i = blockIdx.x * 256 + block.thread_rank();
  int v = i < n ? in[i] : 0;
  v = tile.shfl(v, tile.thread_rank());
  if (i < n)
    out[i] = v;
}

// A place that changes is a variable.
// CHECK:      void others(
// CHECK:        t.x += 1;
__global__ void others(const int *in, int *out, int n) {
  dim3 t = cg::this_thread_block().thread_index();
  t.x += 1;
  if (t.x < n)
    out[t.x] = in[t.x];
}

int main() {
  const int n = 1001;
  int *in, *out;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i)
    in[i] = i;
  auto show = [&](const char *name) {
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 1024; ++i) {
      sum += out[i];
      out[i] = 0;
    }
    printf("%s %d\n", name, sum);
  };
  for (int i = 0; i < 1024; ++i)
    out[i] = 0;
  grid<<<4, 256>>>(in, out, n);
  show("grid");
  strides<<<2, 256>>>(in, out, n);
  show("strides");
  places<<<dim3(2, 2), dim3(8, 8)>>>(in, out, 10, 10);
  show("places");
  tiles<<<4, 256>>>(in, out, n);
  show("tiles");
  fixed<<<4, 256>>>(in, out, n);
  show("fixed");
  barrier<<<4, 256>>>(in, out, n);
  show("barrier");
  planes<<<4, dim3(16, 16)>>>(in, out, 1024);
  show("planes");
  warps<<<4, 256>>>(in, out, n);
  show("warps");
  others<<<1, 256>>>(in, out, 256);
  show("others");
}
