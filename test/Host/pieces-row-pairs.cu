// Elements that are pairs make rows of twice the length; a thread may have
// several rows.
// RUN: %tessera -q --cuda-path=none --pieces=3 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 37
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 2
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.all.cu
// RUN: FileCheck %s --check-prefix=ALL --input-file=%t.all.cu
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.all.cu -- 37
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.all.cu -- 1
#include <stdio.h>
#include <stdlib.h>

// CHECK: (size_t)last * 16 * n
// ALL: upload_rows(in_dev, in,
// ALL-NEXT: Rows((size_t)n * 2, ((size_t)n * 2 + 15) / 16, 16, 0, 0, n));
__global__ void turn(const float *in, float *out, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    out[2 * (i * n + j)] = -in[2 * (i * n + j) + 1];
    out[2 * (i * n + j) + 1] = in[2 * (i * n + j)];
  }
}

// CHECK: (size_t)last * 16 * n
__global__ void two(float *a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i + 1 < n && j < n) {
    a[2 * i * n + j] += 1;
    a[(2 * i + 1) * n + j] += 2;
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *in, *out;
  cudaMallocManaged(&in, 2 * n * n * sizeof(float));
  cudaMallocManaged(&out, 2 * n * n * sizeof(float));
  for (int i = 0; i < 2 * n * n; i++)
    in[i] = i % 97;
  dim3 grid((n + 15) / 16, (n + 7) / 8), block(16, 8);
  turn<<<grid, block>>>(in, out, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 2 * n * n; i++)
    sum = sum * 0.75 + out[i];
  two<<<grid, block>>>(out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 2 * n * n; i++)
    sum = sum * 0.75 + out[i];
  printf("%.17g\n", sum);
  cudaFree(in);
  cudaFree(out);
}
