// Large memory that is copied repeatedly is page-locked until it is freed; where
// the size is known at run time only, if it is large then.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: %tessera-verify --seeds 2 %s %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- more
#include <stdio.h>
#include <stdlib.h>
#define N (1 << 18)

__global__ void twice(int *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

static int array[N];

// CHECK:      int main(int argc, char **argv) {
// CHECK-NEXT:   // Page-locked memory is copied faster; it also works without.
// CHECK-NEXT:   if (cudaHostRegister(array, sizeof(array), cudaHostRegisterDefault) !=
// CHECK-NEXT:       cudaSuccess)
// CHECK-NEXT:     (void)cudaGetLastError();
int main(int argc, char **argv) {
  static int hidden[N]; // only here
  int n = argc > 1 ? N : 32, *d, *e;
  // CHECK:      int *large = (int *)malloc(N * sizeof(int));
  // CHECK-NEXT: // Page-locked memory is copied faster; it also works without.
  // CHECK-NEXT: if (cudaHostRegister(large, N * sizeof(int), cudaHostRegisterDefault) !=
  // CHECK-NEXT:     cudaSuccess)
  // CHECK-NEXT:   (void)cudaGetLastError();
  // CHECK-NEXT: int *any;
  // CHECK-NEXT: any = new int[n];
  // CHECK-NEXT: // Page-locked
  // CHECK-NEXT: if (n * sizeof(int) >= 1 << 20 &&
  // CHECK-NEXT:     cudaHostRegister(any, n * sizeof(int), cudaHostRegisterDefault) !=
  // CHECK-NOT:  cudaHostRegister
  // REMARK-DAG: :[[@LINE+1]]:8: remark: 'large' is page-locked: it is copied repeatedly [tessera-page-locked]
  int *large = (int *)malloc(N * sizeof(int));
  int *any;
  any = new int[n];
  int *small = (int *)calloc(64, sizeof(int));
  int *already;
  cudaMallocHost(&already, N * sizeof(int));
  cudaMalloc(&d, N * sizeof(int));
  cudaMalloc(&e, n * sizeof(int));
  for (int i = 0; i < N; i++)
    large[i] = already[i] = i;
  for (int i = 0; i < n; i++)
    any[i] = i;
  for (int t = 0; t < 3; t++) {
    large[t]++;
    already[t]++;
    small[t]++;
    array[t] = hidden[t] = t;
    cudaMemcpy(d, array, sizeof(array), cudaMemcpyHostToDevice);
    twice<<<N / 256, 256>>>(d);
    cudaMemcpy(array, d, sizeof(array), cudaMemcpyDeviceToHost);
    cudaMemcpy(d, hidden, sizeof(hidden), cudaMemcpyHostToDevice);
    twice<<<N / 256, 256>>>(d);
    cudaMemcpy(hidden, d, sizeof(hidden), cudaMemcpyDeviceToHost);
    cudaMemcpy(d, small, 64 * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<N / 256, 256>>>(d);
    cudaMemcpy(small, d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(d, already, N * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<N / 256, 256>>>(d);
    cudaMemcpy(already, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(d, large, N * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<N / 256, 256>>>(d);
    cudaMemcpy(large, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    any[t]++;
    cudaMemcpy(e, any, n * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<n / 32, 32>>>(e);
    cudaMemcpy(any, e, n * sizeof(int), cudaMemcpyDeviceToHost);
  }
  printf("%d %d %d %d\n", large[1], any[2], small[1], already[5]);
  printf("%d %d\n", array[1], hidden[2]);
  cudaFree(d);
  cudaFree(e);
  // CHECK:      // No more copies.
  // CHECK-NEXT: if (cudaHostUnregister(large) != cudaSuccess)
  // CHECK-NEXT:   (void)cudaGetLastError();
  // CHECK-NEXT: free(large);
  // CHECK-NEXT: // No more copies.
  // CHECK-NEXT: if (cudaHostUnregister(any) != cudaSuccess)
  // CHECK-NEXT:   (void)cudaGetLastError();
  // CHECK-NEXT: delete[] any;
  // CHECK:      // No more copies.
  // CHECK-NEXT: if (cudaHostUnregister(array) != cudaSuccess)
  // CHECK-NEXT:   (void)cudaGetLastError();
  // CHECK-NEXT: return 0;
  free(large);
  delete[] any;
  free(small);
  cudaFreeHost(already);
  return 0;
}
