// Rows whose length only run time knows: pieces are so many rows, and an upload
// is ahead of its kernel by those that it reads around its own. An access that
// may leave its row by an element costs a row.
// RUN: %tessera -q --cuda-path=none --pieces=3 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 37 20
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1 1
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 2 40
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 40 1
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 24 16
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 0 5 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 5 0 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-run --trace-copies %t.cu -- 37 20 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>

// CHECK: unsigned int first_block) {
// CHECK-NEXT: int i = (first_block + blockIdx.y) * blockDim.y + threadIdx.y;
__global__ void smooth(const float *in, float *out, int h, int width) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= h || j >= width)
    return;
  float left = j > 0 ? in[i * width + j - 1] : 0;
  float down = i < h - 2 ? in[(i + 2) * width + j] : 0;
  out[i * width + j] = left + down;
}

// CHECK: const dim3 grid = dim3((w + 15) / 16, (h + 7) / 8);
// CHECK-NEXT: const unsigned int blocks = grid.y;
// CHECK-NEXT: const unsigned int step = (blocks + 3 - 1) / 3;
// CHECK: const size_t end = last < blocks && ((size_t)last * 8 + 2) * w < h * w
// CHECK-NEXT: ? ((size_t)last * 8 + 2) * w
// CHECK-NEXT: : h * w;
// CHECK-NEXT: const size_t end2 = last < blocks && (size_t)last * 8 * w < h * w
// CHECK-NEXT: ? (size_t)last * 8 * w
// CHECK-NEXT: : h * w;
// CHECK: cudaMemcpyAsync(in_dev + begin, in + begin,
// CHECK: smooth<<<dim3(grid.x, last - first), dim3(16, 8), 0, compute>>>(
// CHECK-NEXT: in_dev, out_dev, h, w, first);
// CHECK-NEXT: CUDA_CHECK(launch_error());
// CHECK: cudaMemcpyAsync(out + begin2, out_dev + begin2,
// Of 37 rows of 80 bytes.
// TRACE: 'in_dev' to the device, 1440 bytes
// TRACE: 'in_dev' to the device, 1280 bytes
// TRACE: 'in_dev' to the device, 240 bytes
// TRACE: 2960 bytes to the device, 2960 bytes to the host
// SAME: same: output
int main(int argc, char **argv) {
  int h = atoi(argv[1]), w = atoi(argv[2]);
  float *in, *out;
  cudaMallocManaged(&in, h * w * sizeof(float));
  cudaMallocManaged(&out, h * w * sizeof(float));
  for (int i = 0; i < h * w; i++)
    in[i] = i % 97;
  smooth<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(in, out, h, w);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < h * w; i++)
    sum = sum * 0.75 + out[i];
  printf("%.17g\n", sum);
  cudaFree(in);
  cudaFree(out);
}
