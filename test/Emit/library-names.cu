// Names of the libraries that the program has, too, are qualified in what is
// added: a check that fails ends the program wherever it stands.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: not %tessera-run --device-memory=1000 %t.cu 2>&1 | FileCheck %s --check-prefix=ENDS
#include <cstdio>
#include <cstdlib>
#define error_ 5
#define N 4096

__global__ float values[N];
__global__ void fill(float *x, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i * by;
}

// CHECK: cudaError_t error__ = (call);
// CHECK: if (error__ != cudaSuccess)
// CHECK: ::fprintf(::stderr, "%s:%d: %s: %s\n"
// CHECK: ::exit(EXIT_FAILURE);
// CHECK: {{^}}static cudaError_t device_malloc(
// CHECK: ::cudaMalloc(pointer, bytes)

namespace own {
static int exit(int v) { return v; }
static float by() { return exit(3); }
static float start() {
  fill<<<N / 256, 256>>>(values, by());
  return values[3];
}
} // namespace own

struct Window {
  int fprintf(int a) { return a; }
  int cudaMemcpy(int a) { return a + 1; }
  int cudaMalloc(int a) { return a + 2; }
  // CHECK: float draw() {
  // CHECK: CUDA_CHECK(::cudaMemcpy(values, values_dev,
  float draw() {
    fill<<<N / 256, 256>>>(values, cudaMemcpy(1) + cudaMalloc(1));
    return values[5] + fprintf(2);
  }
};

int main() {
  auto exit = [](int v) { return v; };
  int stderr = exit(4);
  printf("%g\n", own::start());
  printf("%g %d\n", Window().draw(), stderr);
  fill<<<N / 256, 256>>>(values, error_);
  printf("%g\n", values[7]);
}
// ENDS: out of memory
// ENDS-NOT: error:
