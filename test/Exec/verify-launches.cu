// --launches prints how often each program started each of its kernels.
// RUN: %tessera-verify --launches %s %s | FileCheck %s
// RUN: %tessera-verify %s %s | FileCheck %s --check-prefix=QUIET
// CHECK: launches of '{{.*}}verify-launches.cu': again 3, never 0, once 1
// CHECK-NEXT: launches of '{{.*}}verify-launches.cu': again 3, never 0, once 1
// CHECK-NEXT: same: output
// QUIET-NOT: launches
// QUIET: same: output, exit code and 0 arrays, 2 orders of execution; not started: never
template <class T> __global__ void again(T *a) { *a += 1; }
__global__ void once(int *a) { *a += 1; }
__global__ void never(int *a) { *a += 1; }
int main() {
  int *a;
  float *b;
  cudaMalloc(&a, sizeof(int));
  cudaMalloc(&b, sizeof(float));
  once<<<1, 1>>>(a);
  again<<<1, 1>>>(a);
  again<<<1, 1>>>(a);
  again<<<1, 1>>>(b);
  cudaDeviceSynchronize();
}
