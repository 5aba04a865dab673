// Arrays that blocks read anywhere: every GPU has all of `b`, which no kernel
// writes, and gets all of `x` again when parts of it were written. Two blocks of
// `scale` are a share like one of `multiply`.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 2 %s %t.cu
// RUN: %tessera-verify --devices 2 --seeds 4 %s %t.cu
// RUN: %tessera-verify --devices 4 --seeds 4 %s %t.cu
#include <stdio.h>
#define N 96

// CHECK: float *b_dev[max_gpus]
__global__ float b[N * N], x[N], y[N];
__managed__ float factor = 3;
__global__ void multiply(const float *b, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += b[k * N + i] * x[(k * 7) % N];
  y[i] = sum;
}
__global__ void scale(float *x, const float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = factor / (1 + y[i] * y[i]);
}

// CHECK: upload_rows(b_dev, b, Rows(N * N, 3, 32, N * N, N * N));
// CHECK: upload_rows(x_dev, x, Rows(N, 3, 32, N, N));
// CHECK: first_of(gpu, blocks, 3, 1)
// CHECK: multiply<<<last - first, 32>>>(b_dev[gpu], x_dev[gpu], y_dev[gpu],
// CHECK-NEXT: first);
// CHECK-NOT: exchange_rows(y_dev
// CHECK: first_of(gpu, blocks, 3, 2)
// CHECK: scale<<<last - first, 16>>>(x_dev[gpu], y_dev[gpu], {{.*}}, first);
// CHECK: exchange_rows(x_dev, Rows(N, 3, 32, N, N));
int main() {
  for (int i = 0; i < N * N; i++)
    b[i] = i % 11;
  for (int i = 0; i < N; i++)
    x[i] = i;
  for (int t = 0; t < 3; t++) {
    multiply<<<N / 32, 32>>>(b, x, y);
    scale<<<N / 16, 16>>>(x, y);
  }
  for (int i = 0; i < N; i++)
    printf("%.9g\n", x[i]);
}
