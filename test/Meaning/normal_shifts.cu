// Threads that begin at the second element begin with the first, which a
// condition leaves out. If the grid is as large as must be, versions have one
// more block.
// RUN: %tessera --print=normal --cuda-path=none %s | FileCheck %s
// RUN: %tessera --cuda-path=none %s -o %t.tiled.cu
// RUN: FileCheck %s --input-file=%t.tiled.cu --check-prefix=TILED
// RUN: %tessera-verify %s %t.tiled.cu -- | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.tiled.cu -- 66 34 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.tiled.cu -- 67 35 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.tiled.cu -- 3 3 | FileCheck %s --check-prefix=SAME
// RUN: %tessera --cuda-path=none --coarsen=always %s -o %t.always.cu
// RUN: %tessera-verify %s %t.always.cu -- 98 10 | FileCheck %s --check-prefix=SAME
// SAME: same: output
#include <cstdio>
#include <cstdlib>
#include <vector>

// CHECK:      void tight(
// CHECK-NEXT:   int x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
// CHECK-NEXT:   if (x >= 1 && x < w - 1 && y < h - 1)
__global__ void tight(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x < w - 1 && y < h - 1)
    out[y * w + x] =
        0.5f * in[y * w + x] +
        0.125f * (in[y * w + x - 1] + in[y * w + x + 1] +
                  in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

// CHECK:      void row(
// CHECK-NEXT:   int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   if (i < 2 || i >= n)
__global__ void row(const float *in, float *out, int n) {
  int i = 2 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[i - 2] + in[i - 1] + in[i];
}

// The grid has not a thread for each element: more blocks would compute more.
// CHECK:      void fewer(
// CHECK-NEXT:   int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
__global__ void fewer(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n)
    out[i] = in[i - 1] + in[i];
}

// It would count the blocks.
// CHECK:      void counted(
// CHECK-NEXT:   int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
__global__ void counted(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n)
    out[i] = in[i] + gridDim.x;
}

// TILED: (grid.x + (grid.x > 0)
int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 96;
  int h = argc > 2 ? atoi(argv[2]) : 40;
  int n = w * h;
  size_t bytes = n * sizeof(float);
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = i * 13 % 64;
  float *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  auto show = [&] {
    cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(d_out, in.data(), bytes, cudaMemcpyHostToDevice);
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += (i % 11 + 1) * out[i];
    printf("%.3f\n", sum);
  };
  cudaMemcpy(d_out, in.data(), bytes, cudaMemcpyHostToDevice);
  dim3 block(32, 8);
  dim3 grid((w - 2 + 31) / 32, (h - 2 + 7) / 8);
  tight<<<grid, block>>>(d_in, d_out, w, h);
  show();
  row<<<(n - 2 + 63) / 64, 64>>>(d_in, d_out, n);
  show();
  fewer<<<(n - 2 + 63) / 64 - 1, 64>>>(d_in, d_out, n);
  show();
  counted<<<(n - 1 + 63) / 64, 64>>>(d_in, d_out, n);
  show();
  cudaFree(d_in);
  cudaFree(d_out);
}
