// Static variables of kernels and of what they call keep their values between
// launches: kernels that have one stay as they are, the transfers do not.
// RUN: %meaning %s --original
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// CHECK-DAG: kernel 'product' not changed: it has a static variable
// CHECK-DAG: kernel 'through' not changed: 'tick', which it calls, has a static variable
// CHECK-DAG: 'a' is uploaded once and read back never
// CHECK-DAG: 'calls' is uploaded never and read back
// PRINTS: 64 2 / 64 30
#include <cstdio>
#define N 64

__global__ float a[N * N];
__global__ float b[N * N];
__global__ float c[N * N];
__global__ int calls[1];

__device__ int tick() {
  static int count = 10;
  return atomicAdd(&count, 10);
}
__global__ void product(const float *a, const float *b, float *c, int *calls) {
  static int seen;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < N; ++k)
    s += a[y * N + k] * b[k * N + x];
  c[y * N + x] = s;
  if (x == 0 && y == 0)
    *calls = atomicAdd(&seen, 1);
}
__global__ void through(const float *a, const float *b, float *c, int *calls) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < N; ++k)
    s += a[y * N + k] * b[k * N + x];
  c[y * N + x] = s;
  if (x == 0 && y == 0)
    *calls = tick();
}

int main() {
  for (int i = 0; i < N * N; ++i) {
    a[i] = i / N % 3;
    b[i] = i % N % 5;
  }
  dim3 square(16, 16), flat(32, 8);
  product<<<dim3(N / 16, N / 16), square>>>(a, b, c, calls);
  product<<<dim3(N / 32, N / 8), flat>>>(a, b, c, calls);
  product<<<dim3(N / 16, N / 16), square>>>(a, b, c, calls);
  printf("%g %d / ", c[70], calls[0]);
  through<<<dim3(N / 16, N / 16), square>>>(a, b, c, calls);
  through<<<dim3(N / 32, N / 8), flat>>>(a, b, c, calls);
  through<<<dim3(N / 16, N / 16), square>>>(a, b, c, calls);
  printf("%g %d\n", c[70], calls[0]);
}
