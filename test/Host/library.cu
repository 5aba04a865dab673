// Without main, functions that others may call allocate when first needed, and
// leave the host's copy valid.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#define N 64
__global__ int a[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

// CHECK:      void advance(int n) {
// CHECK-NEXT:   // Memory
// CHECK-NEXT:   if (!a_dev)
// CHECK-NEXT:     CUDA_CHECK(device_malloc(&a_dev, sizeof(a)));
// CHECK:        cudaMemcpyHostToDevice
// CHECK-NEXT:   for
// CHECK:        cudaMemcpyDeviceToHost
// CHECK-NEXT: }
void advance(int n) {
  for (int i = 0; i < n; i++)
    next<<<1, N>>>(a);
}

int get(int i) { return a[i]; }
// CHECK-NOT: cudaFree
