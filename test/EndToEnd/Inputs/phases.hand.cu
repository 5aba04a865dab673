// What phases.cu becomes by hand, in managed memory.
#include <stdio.h>

const int N = 128;

__managed__ float X[N], P[N];

__global__ void first(float *x, float *p) {
  const int index = threadIdx.x + blockIdx.x * blockDim.x;
  float a = x[0];
  for (int j = 1; j < N; ++j)
    a += x[j];
  p[index] = a / N;
}

__global__ void second(float *x, float *p) {
  const int index = threadIdx.x + blockIdx.x * blockDim.x;
  float a = p[0] + index;
  for (int j = 1; j < N; ++j)
    a += p[j];
  x[index] = a / N;
}

int main() {
  for (int i = 0; i < N; i++)
    X[i] = i * 0.5f;
  for (int r = 0; r < 10; r++) {
    first<<<2, 64>>>(X, P);
    second<<<2, 64>>>(X, P);
  }
  cudaDeviceSynchronize();
  printf("%g %g\n", X[0], X[N - 1]);
}
