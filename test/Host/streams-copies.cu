// Copies of page-locked arrays overlap with each other and with launches: each
// is read back as soon as its launch is done, and the host waits where it looks.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#define N (1 << 22)
__global__ float a[N], b[N], c[N], d[N];

__global__ void twice(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}

static double sum(const float *x) {
  double all = 0;
  for (int i = 0; i < N; i++)
    all = all * 0.75 + x[i];
  return all;
}

int main() {
  for (int i = 0; i < N; i++)
    a[i] = i % 1000;
  // CHECK:      twice<<<dim3((N / 256 + 3) / 4), 256, 0, streams[0]>>>(a_dev, b_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT: // The host needs the device's values.
  // CHECK-NEXT: CUDA_CHECK(
  // CHECK-NEXT:   cudaMemcpyAsync(b, b_dev, sizeof(b), cudaMemcpyDeviceToHost, streams[0]));
  // CHECK-NEXT: for (int i
  twice<<<N / 256, 256>>>(a, b);
  for (int i = 0; i < N; i++)
    c[i] = i % 77;
  // CHECK:        cudaMemcpyAsync(c_dev, c, sizeof(c), cudaMemcpyHostToDevice, streams[1]));
  // CHECK-NEXT: twice<<<dim3((N / 256 + 3) / 4), 256, 0, streams[1]>>>(c_dev, d_dev);
  // CHECK:        cudaMemcpyAsync(d, d_dev, sizeof(d), cudaMemcpyDeviceToHost, streams[1]));
  // CHECK-NEXT: // Wait for what is under way.
  // CHECK-NEXT: CUDA_CHECK(cudaStreamSynchronize(streams[0]));
  // CHECK-NEXT: printf
  // CHECK-NEXT: // Wait for what is under way.
  // CHECK-NEXT: CUDA_CHECK(cudaStreamSynchronize(streams[1]));
  // CHECK-NEXT: for (cudaStream_t &stream : streams)
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamDestroy(stream));
  // CHECK-NEXT: printf
  twice<<<N / 256, 256>>>(c, d);
  printf("%.17g\n", sum(b));
  printf("%.17g\n", sum(d));
  return 0;
}
