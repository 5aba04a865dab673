// A host loop that swaps its buffers, on a stream with events, page-locked.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 5050.0 no error
#include <cstdio>
#include <cstdlib>

#define CHECK(CALL)                                                            \
  do {                                                                         \
    cudaError_t error = (CALL);                                                \
    if (error != cudaSuccess) {                                                \
      printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error));     \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__constant__ float weight[3];

__global__ void smooth(const float *from, float *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int d = -1; d <= 1; d++)
    sum += weight[d + 1] * from[(i + d + n) % n];
  to[i] = sum;
}

int main() {
  const int n = 100;
  float host[n], *a, *b;
  for (int i = 0; i < n; i++)
    host[i] = i + 1;
  const float weights[3] = {0.25f, 0.5f, 0.25f};
  cudaStream_t stream;
  cudaEvent_t begin, end;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaHostRegister(host, sizeof(host), cudaHostRegisterDefault));
  CHECK(cudaMemcpyToSymbol(weight, weights, sizeof(weights)));
  CHECK(cudaMalloc(&a, sizeof(host)));
  CHECK(cudaMalloc((void **)&b, sizeof(host)));
  CHECK(cudaMemcpyAsync(a, host, sizeof(host), cudaMemcpyHostToDevice, stream));
  CHECK(cudaEventRecord(begin, stream));
  for (int step = 0; step < 10; step++) {
    smooth<<<(n + 31) / 32, 32, 0, stream>>>(a, b, n);
    float *t = a;
    a = b;
    b = t;
  }
  CHECK(cudaEventRecord(end, stream));
  CHECK(cudaMemcpyAsync(host, a, sizeof(host), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  float ms, sum = 0;
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  for (float x : host)
    sum += x;
  CHECK(cudaHostUnregister(host));
  printf("%.1f %s\n", sum, cudaGetErrorString(cudaGetLastError()));
}
