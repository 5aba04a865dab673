#include <stdio.h>
#define N 4096

__global__ void scale(float *a) { a[blockIdx.x * 32 + threadIdx.x] *= 2; }

int main() {
  static float a[N];
  float *a_dev;
  cudaMalloc(&a_dev, sizeof(a));
  for (int i = 0; i < N; i++)
    a[i] = i;
  cudaMemcpy(a_dev, a, sizeof(a), cudaMemcpyHostToDevice);
  scale<<<N / 32, 32>>>(a_dev);
  cudaMemcpy(a + N - 1, a_dev + N - 1, sizeof(*a), cudaMemcpyDeviceToHost);
  printf("%g\n", a[N - 1]);
  cudaFree(a_dev);
}
