#include "kernels.cuh"
#include <stdio.h>
__managed__ float a[N * N], b[N * N], c[N * N];
int main() {
  for (int i = 0; i < N * N; ++i)
    a[i] = b[i] = i;
  multiply(a, b, c);
  cudaDeviceSynchronize();
  printf("%f\n", c[3]);
}
