// Members are page-locked where their function allocates and frees them.
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu
#include <stdio.h>
#include <stdlib.h>
#define N (1 << 18)

__global__ void twice(int *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

struct Field {
  // CHECK:      x = (int *)malloc(N * sizeof(int));
  // CHECK-NEXT: // Page-locked memory is copied faster; it also works without.
  // CHECK-NEXT: if (cudaHostRegister(x, N * sizeof(int), cudaHostRegisterDefault) !=
  // CHECK-NEXT:     cudaSuccess)
  // CHECK-NEXT:   (void)cudaGetLastError();
  Field() {
    x = (int *)malloc(N * sizeof(int));
    cudaMalloc(&d_x, N * sizeof(int));
    for (int i = 0; i < N; i++)
      x[i] = i;
  }
  int *x, *d_x;
};

// CHECK:      // No more copies.
// CHECK-NEXT: if (cudaHostUnregister(f->x) != cudaSuccess)
// CHECK-NEXT:   (void)cudaGetLastError();
// CHECK-NEXT: free(f->x);
static void drop(Field *f) {
  free(f->x);
  cudaFree(f->d_x);
}

int main() {
  Field f;
  for (int t = 0; t < 3; t++) {
    f.x[t]++;
    cudaMemcpy(f.d_x, f.x, N * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<N / 256, 256>>>(f.d_x);
    cudaMemcpy(f.x, f.d_x, N * sizeof(int), cudaMemcpyDeviceToHost);
  }
  printf("%d\n", f.x[1]);
  drop(&f);
  return 0;
}
