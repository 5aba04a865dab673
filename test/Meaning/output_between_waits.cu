// What a kernel of an ordinary program prints appears where the program waits:
// copies would be other places.
// RUN: %meaning %s
// RUN: %tessera --cuda-path=none --no-tiles --print=plan %s | FileCheck %s --check-prefix=PLAN
// PLAN: transfer printed: managed (copies would change when the output of 'speak' appears)
// PLAN: transfer beside: managed (copies would change when the output of 'speak' appears)
// PRINTS: before
// PRINTS: between 1
// PRINTS: device 3
// PRINTS: behind 3 5
#include <cstdio>

__global__ void speak(int *a) {
  if (threadIdx.x == 0)
    printf("device %d\n", a[0]);
}
__global__ void set(int *a, int value) { a[threadIdx.x] = value; }

int main() {
  int *printed, *beside;
  cudaMallocManaged(&printed, 64 * sizeof(int));
  cudaMallocManaged(&beside, 64 * sizeof(int));
  beside[0] = 1;
  set<<<1, 64>>>(printed, 3);
  speak<<<1, 64>>>(printed);
  printf("before\n");
  printf("between %d\n", beside[0]);
  set<<<1, 64>>>(beside, 5);
  cudaDeviceSynchronize();
  printf("behind %d %d\n", printed[1], beside[2]);
  cudaFree(printed);
  cudaFree(beside);
}
