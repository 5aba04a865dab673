// A bound that an operand of the comma operator changes.
// RUN: %meaning %s --original
// PRINTS: 5745
#include <stdio.h>

__global__ int a[128];

__global__ void add(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] += i;
}

int main() {
  for (int i = 0; i < 128; ++i)
    a[i] = 10;
  int n = 16, other = 0;
  (other, n) = 96;
  add<<<1, 128>>>(a, n - 1);
  int sum = 0;
  for (int i = 0; i < 128; ++i)
    sum += a[i];
  printf("%d\n", sum + other);
}
