// Threads of a row of 256 that stand for a plane of 32 x 8 are those of such a
// block: a version starts with it, the user's kernel with the user's.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera --cuda-path=none %s -o %t.tiled.cu
// RUN: FileCheck %s --input-file=%t.tiled.cu --check-prefix=TILED
// RUN: %tessera-verify %s %t.tiled.cu | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: ranks 1741627.000 masks 5269376752.000 named 5271118515.000 digits
// PRINTS: 5271408361.000 otherwise 5280200923.000 sizes 5281942686.000 twice
// PRINTS: 5283684449.000 apart 5285426021.000 scaled 197045303.000
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
namespace cg = cooperative_groups;

// CHECK:      void ranks(
// CHECK-NEXT:   int x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   int y = blockIdx.y * blockDim.y + threadIdx.y;
__global__ void ranks(const float *in, float *out, int w, int h) {
  cg::thread_block block = cg::this_thread_block();
  int x = blockIdx.x * 32 + block.thread_rank() % 32;
  int y = blockIdx.y * 8 + block.thread_rank() / 32;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] =
        0.5f * in[y * w + x] +
        0.125f * (in[y * w + x - 1] + in[y * w + x + 1] +
                  in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

// CHECK:      void masks(
// CHECK-NEXT:   int row = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK-NEXT:   int col = blockIdx.x * blockDim.x + threadIdx.x;
__global__ void masks(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * 16 + (threadIdx.x >> 4);
  int col = blockIdx.x * 16 + (threadIdx.x & 15);
  if (row < n && col < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

// Its number has a name, and more than two digits.
// CHECK:      void named(
// CHECK-NEXT:   const int lx = (int)threadIdx.x, ly = (int)threadIdx.y;
// CHECK-NEXT:   int x = blockIdx.x * 32 + lx;
__global__ void named(const float *in, float *out, int w, int h) {
  const int tid = threadIdx.x;
  const int lx = tid % 32, ly = tid / 32;
  int x = blockIdx.x * 32 + lx;
  int y = blockIdx.y * 8 + ly - 4;
  if (x < w && y >= 0 && y < h)
    out[y * w + x] += in[y * w + x];
}
// CHECK:      void digits(
// CHECK-NEXT:   int x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   int y = threadIdx.z * 4 + threadIdx.y;
__global__ void digits(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * 16 + (threadIdx.x & 15);
  int y = threadIdx.x / 64 * 4 + (threadIdx.x >> 4) % 4;
  if (x < w && y < h)
    out[y * w + x] += in[y * w + x];
}

// CHECK:      void twice(
// CHECK-NEXT:   int x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   int y = blockIdx.y * blockDim.y + threadIdx.y;
__global__ void twice(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x % 32;
  int y = blockIdx.y * 8 + threadIdx.x / 16 / 2;
  if (x < w && y < h)
    out[y * w + x] += in[y * w + x];
}

// The number of the thread is used otherwise, too; the size of its block is a
// number.
// CHECK:      void otherwise(
// CHECK:        threadIdx.x % 32
__global__ void otherwise(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x % 32;
  int y = blockIdx.y * 8 + threadIdx.x / 32;
  if (x < w && y < h)
    out[y * w + x] += in[y * w + x] + threadIdx.x;
}
// CHECK:      void sizes(
// CHECK:        int y = blockIdx.y * blockDim.y + threadIdx.y;
__global__ void sizes(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x % 32;
  int y = blockIdx.y * (blockDim.x / 32) + threadIdx.x / 32;
  if (x < w && y < h)
    out[y * w + x] += in[y * w + x];
}
// Quotients that are no digits.
// CHECK:      void apart(
// CHECK:        threadIdx.x / 64
__global__ void apart(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x % 32;
  int y = blockIdx.y * 8 + threadIdx.x / 64;
  if (x < w && y < h)
    atomicAdd(&out[y * w + x], in[y * w + x]);
}

// A function starts the versions of a template's instance.
// CHECK:      void scaled(
// CHECK-NEXT:   int x = blockIdx.x * blockDim.x + threadIdx.x;
template <typename T>
__global__ void scaled(const T *in, T *out, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x % 32;
  int y = blockIdx.y * 8 + threadIdx.x / 32;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = 0.5f * in[y * w + x] +
                     0.125f * (in[y * w + x - 1] + in[y * w + x + 1] +
                               in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}
template <typename T>
void start(dim3 grid, const T *in, T *out, int w, int h) {
  scaled<T><<<grid, 256>>>(in, out, w, h);
}

// TILED: void launch_scaled
// TILED: {{dim3\(32, 8}}
// TILED: void start(
// TILED: ranks_tiled{{.*}}
int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 96;
  int h = argc > 2 ? atoi(argv[2]) : 96;
  size_t bytes = (size_t)w * h * sizeof(float);
  std::vector<float> in(w * h), out(w * h);
  for (int i = 0; i < w * h; ++i)
    in[i] = i * 13 % 64;
  float *d_in, *d_b, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, in.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_out, in.data(), bytes, cudaMemcpyHostToDevice);
  auto show = [&](const char *name) {
    cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < w * h; ++i)
      sum += (i % 11 + 1) * out[i];
    printf("%s %.3f\n", name, sum);
  };
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  ranks<<<grid, 256>>>(d_in, d_out, w, h);
  show("ranks");
  dim3 tiles((w + 15) / 16, (w + 15) / 16);
  masks<<<tiles, 256>>>(d_in, d_b, d_out, w < h ? w : h);
  show("masks");
  named<<<dim3(grid.x, (h + 11) / 8), 256>>>(d_in, d_out, w, h);
  show("named");
  digits<<<(w + 15) / 16, 256>>>(d_in, d_out, w, 16);
  show("digits");
  otherwise<<<grid, 256>>>(d_in, d_out, w, h);
  show("otherwise");
  sizes<<<grid, 256>>>(d_in, d_out, w, h);
  show("sizes");
  twice<<<grid, 256>>>(d_in, d_out, w, h);
  show("twice");
  apart<<<grid, 256>>>(d_in, d_out, w, h);
  show("apart");
  start(grid, d_in, d_out, w, h);
  show("scaled");
  cudaFree(d_in);
  cudaFree(d_b);
  cudaFree(d_out);
}
