// Kernels that a table holds and that a call of the runtime starts are changed
// in place: such launches stay as they are.
// RUN: %tessera -o %t.cu %s
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <cstdio>
#include <cstdlib>

#define N 64

__global__ void multiply(float *c, const float *a, const float *b) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[i * N + k] * b[k * N + j];
  c[i * N + j] = sum;
}
// CHECK: {{^}}__global__ void multiply(
// CHECK: {{^}}  __shared__ float a_tile[

__global__ void transpose(float *c, const float *a, const float *b) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  c[j * N + i] = a[i * N + j] + b[i * N + j];
}
// CHECK: {{^}}__global__ void transpose(
// CHECK: {{^}}  __shared__ float c_tile[

typedef void (*Kernel)(float *, const float *, const float *);
static const struct {
  const char *name;
  Kernel kernel;
} kernels[] = {{"product", multiply}, {"transposed sum", transpose}};

int main() {
  float *a, *b, *c, *host = (float *)malloc(N * N * sizeof(float));
  cudaMalloc(&a, N * N * sizeof(float));
  cudaMalloc(&b, N * N * sizeof(float));
  cudaMalloc(&c, N * N * sizeof(float));
  for (int i = 0; i < N * N; i++)
    host[i] = i % 13 - 6;
  cudaMemcpy(a, host, N * N * sizeof(float), cudaMemcpyHostToDevice);
  for (int i = 0; i < N * N; i++)
    host[i] = i % 7 - 3;
  cudaMemcpy(b, host, N * N * sizeof(float), cudaMemcpyHostToDevice);
  for (const auto &each : kernels) {
    void *arguments[] = {&c, &a, &b};
    each.kernel<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(c, a, b);
    cudaLaunchKernel((const void *)multiply, dim3(N / 16, N / 16), dim3(16, 16),
                     arguments, 0, 0);
    cudaMemcpy(host, c, N * N * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%s: %g\n", each.name, host[N + 5]);
  }
}
