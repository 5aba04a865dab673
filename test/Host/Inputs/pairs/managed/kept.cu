#include <stdio.h>
#define N 4096

__global__ void scale(float *a) { a[blockIdx.x * 32 + threadIdx.x] *= 2; }

float *kept;

int main() {
  float *a;
  cudaMallocManaged(&a, N * sizeof(float));
  for (int i = 0; i < N; i++)
    a[i] = i;
  kept = a;
  scale<<<N / 32, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%g\n", a[N - 1]);
  cudaFree(a);
}
