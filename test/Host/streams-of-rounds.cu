// Rounds of a loop that are independent, but cannot be one launch, are spread
// over streams.
// RUN: %tessera -q --no-tiles --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera -q --no-tiles --cuda-path=none --check %t.cu
#include <stdio.h>
#define N 32
__global__ float a[16][N], b[N], c[N];

__global__ void work(float *row, const float *y) {
  float sum = row[threadIdx.x];
  for (int j = 0; j < 4096; j++)
    sum = sum * 0.5f + y[(threadIdx.x + j) % N];
  row[threadIdx.x] = sum;
}

__global__ void add(float *row, const float *y) {
  row[threadIdx.x] += y[threadIdx.x];
}

int main() {
  for (int i = 0; i < 16 * N; i++)
    a[i / N][i % N] = b[i % N] = c[i % N] = i;
  // CHECK:      cudaStream_t round_streams[10];
  // CHECK:      for (int i = 0; i < 16; i++) {
  // CHECK-NEXT:   work<<<1, N, 0, round_streams[i % 10]>>>(a_dev[i], b_dev);
  // CHECK-NEXT:   CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT: }
  // CHECK-NEXT: // Wait for what is under way.
  // CHECK-NEXT: for (cudaStream_t &stream : round_streams)
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamSynchronize(stream));
  // CHECK-NEXT: for (cudaStream_t &stream : round_streams)
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamDestroy(stream));
  for (int i = 0; i < 16; i++)
    work<<<1, N>>>(a[i], b);
  // CHECK:      work<<<1, N, 0, round_streams2[i / 2 % 8]>>>(a_dev[i], b_dev);
  for (int i = 1; i < 16; i += 2) {
    work<<<1, N>>>(a[i], b);
  }
  // Each row needs the one before.
  // CHECK: work<<<1, N>>>(a_dev[i], a_dev[i - 1]);
  for (int i = 1; i < 16; i++)
    work<<<1, N>>>(a[i], a[i - 1]);
  // Too short to pay.
  // CHECK: add<<<1, N>>>(a_dev[i], b_dev);
  for (int i = 0; i < 16; i++)
    add<<<1, N>>>(a[i], b);
  add<<<1, N>>>(c, b);
  work<<<1, N>>>(c, b);
  for (int i = 0; i < 16 * N; i++)
    printf("%g %g\n", a[i / N][i % N], c[i % N]);
  return 0;
}
