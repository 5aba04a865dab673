// Several GPUs own rows whose length only run time knows, of pointers that
// exchange their memory, and get the rows around them behind each launch.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 2 %s %t.cu -- 50
// RUN: %tessera-verify --devices 2 --seeds 4 %s %t.cu -- 50
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.cu -- 37
// RUN: %tessera-verify --devices 4 --seeds 4 %s %t.cu -- 50
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 1
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 8
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 19
// RUN: %tessera-verify --devices 2 --seeds 2 %s %t.cu -- 0 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-run --devices 3 --trace-copies %t.cu -- 50 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>
#include <utility>

// CHECK: Rows(size_t all, size_t shares, size_t share, size_t before, size_t behind,
// CHECK-NEXT: size_t length = 1)
// CHECK-NEXT: : all(all * length), shares(shares), share(share * length),
// CHECK-NEXT: before(before * length), behind(behind * length) {}
__global__ void heat(const float *in, float *out, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
    out[i * n + j] = 0.25f * (in[(i - 1) * n + j] + in[(i + 1) * n + j] +
                              in[i * n + j - 1] + in[i * n + j + 1]);
}
__global__ void scale(float *a, const float *factor, int n) {
  int i = blockIdx.x * 16 + threadIdx.x;
  if (i < n)
    for (int j = 0; j < n; j++)
      a[i * n + j] *= factor[i];
}

// Two blocks of `heat` have the rows of one of `scale`.
// CHECK: upload_rows(a_dev, a, Rows(n, (n + 15) / 16, 16, 1, 1, n));
// CHECK: upload_rows(factor_dev, factor, Rows(n, (n + 15) / 16, 16, 0, 0));
// CHECK: first_of(gpu, blocks, (n + 15) / 16, 2);
// CHECK: heat<<<dim3(grid.x, last - first), dim3(8, 8)>>>(
// CHECK-NEXT: a_dev[gpu], b_dev[gpu], n, first);
// CHECK-NEXT: CUDA_CHECK(launch_error());
// CHECK: exchange_rows(b_dev, Rows(n, (n + 15) / 16, 16, 1, 1, n));
// CHECK: (tiles_fit ? scale_tiled : scale)<<<last - first, 16>>>(
// CHECK-NEXT: a_dev[gpu], factor_dev[gpu], n, first);
// CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
// CHECK: read_back_rows(a, a_dev, Rows(n, (n + 15) / 16, 16, 1, 1, n));
// 16, 16 and 18 rows of 200 bytes, and one around on each side that has one;
// two rows at each of two seams for each of six launches.
// TRACE: 'a_dev[gpu]' to GPU 0, 3400 bytes
// TRACE: 'a_dev[gpu]' to GPU 1, 3600 bytes
// TRACE: 'a_dev[gpu]' to GPU 2, 3800 bytes
// TRACE: 21800 bytes to the device, 10000 bytes to the host, 4800 between GPUs
// SAME: same: output
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a, *b, *factor;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&factor, n * sizeof(float));
  for (int i = 0; i < n; i++)
    factor[i] = 1 + 1.0f / (i + 1);
  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = i * 37 % 1000;
  dim3 grid((n + 7) / 8, (n + 7) / 8);
  for (int t = 0; t < 3; t++) {
    heat<<<grid, dim3(8, 8)>>>(a, b, n);
    std::swap(a, b);
    scale<<<(n + 15) / 16, 16>>>(a, factor, n);
  }
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum = sum * 0.75 + a[i];
  printf("%.17g\n", sum);
  cudaFree(a);
  cudaFree(b);
  cudaFree(factor);
}
