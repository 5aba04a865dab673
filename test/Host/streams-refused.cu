// Launches that stay in order: each needs what the one before it writes, what
// they do is not all known, or something else may use the device in between.
// RUN: %tessera -q --no-tiles --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#define N 64
__global__ float a[N], b[N], c[N];
__device__ int calls;

__global__ void work(float *x, const float *y) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 8192; j++)
    sum = sum * 0.5f + y[(threadIdx.x + j) % N];
  x[threadIdx.x] = sum;
}

// It counts, which only the order tells.
__global__ void counts(float *x, const float *y) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 8192; j++)
    sum = sum * 0.5f + y[(threadIdx.x + j) % N];
  x[threadIdx.x] = sum;
  if (threadIdx.x == 0)
    x[0] = ++calls;
}

// The same, in a function.
__device__ int next() { return ++calls; }
__global__ void calling(float *x, const float *y) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 8192; j++)
    sum = sum * 0.5f + y[(threadIdx.x + j) % N];
  x[threadIdx.x] = sum;
  if (threadIdx.x == 0)
    x[0] = next();
}

__global__ void prints(float *x, const float *y, char name) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 8192; j++)
    sum = sum * 0.5f + y[(threadIdx.x + j) % N];
  x[threadIdx.x] = sum;
  if (threadIdx.x == 0)
    printf("%c\n", name);
}

int main() {
  // CHECK-NOT: cudaStream_t
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = i;
  work<<<1, N>>>(a, b);
  work<<<1, N>>>(b, a);
  work<<<1, N>>>(c, b);
  work<<<1, N>>>(c, a);
  printf("%g\n", c[1]);
  counts<<<1, N>>>(a, c);
  counts<<<1, N>>>(b, c);
  printf("%g %g\n", a[1], b[1]);
  calling<<<1, N>>>(a, c);
  calling<<<1, N>>>(b, c);
  printf("%g %g\n", a[0], b[0]);
  prints<<<1, N>>>(a, c, 'a');
  prints<<<1, N>>>(b, c, 'b');
  printf("%g %g\n", a[1], b[1]);
  work<<<1, N>>>(a, c);
  cudaDeviceSynchronize();
  work<<<1, N>>>(b, c);
  printf("%g %g\n", a[1], b[1]);
  float *own;
  cudaMalloc(&own, sizeof(a));
  work<<<1, N>>>(a, c);
  cudaMemset(own, 0, sizeof(a));
  work<<<1, N>>>(b, c);
  cudaFree(own);
  printf("%g %g\n", a[1], b[1]);
  work<<<1, N>>>(a, c);
  b[2] = 2;
  if (a[3] > 1)
    b[3] = 3;
  work<<<1, N>>>(b, c);
  for (int i = 0; i < N; i++)
    printf("%g %g %g\n", a[i], b[i], c[i]);
  return 0;
}
