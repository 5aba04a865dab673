// Copies are moved and removed with the check around them, in the user's words.
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#include <stdlib.h>
#define N 64
// clang-format off
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
// clang-format on
inline void gpuAssert(cudaError_t code, const char *file, int line,
                      bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "%s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort)
      exit(code);
  }
}
template <typename T>
void check(T result, char const *const func, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %d: %s\n", line, func);
    exit(1);
  }
}
#define checkCudaErrors(val) check((val), #val, __LINE__)
#define OR_RETURN(call)                                                        \
  if ((call) != cudaSuccess)                                                   \
  return 1
static int failures = 0;
static void counts(cudaError_t code) {
  failures++;
  if (code != cudaSuccess)
    exit(1);
}

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

int main() {
  int *d, *e, *f, *g, h[N];
  gpuErrchk(cudaMalloc(&d, sizeof(h)));
  checkCudaErrors(cudaMalloc(&e, sizeof(h)));
  OR_RETURN(cudaMalloc(&f, sizeof(h)));
  counts(cudaMalloc(&g, sizeof(h)));
  for (int i = 0; i < N; i++)
    h[i] = i;
  // CHECK:      // The same in each round.
  // CHECK-NEXT: gpuErrchk(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
  // CHECK-NEXT: checkCudaErrors(cudaMemcpy(e, h, sizeof(h), cudaMemcpyHostToDevice));
  // CHECK-NEXT: OR_RETURN(cudaMemcpy(f, h, sizeof(h), cudaMemcpyHostToDevice));
  // CHECK-NEXT: for (int t = 0; t < 3; t++) {
  // CHECK-NEXT:   counts(cudaMemcpy(g, h, sizeof(h), cudaMemcpyHostToDevice));
  // CHECK-NEXT:   twice
  for (int t = 0; t < 3; t++) {
    gpuErrchk(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(e, h,
                               sizeof(h),
                               cudaMemcpyHostToDevice));
    OR_RETURN(cudaMemcpy(f, h, sizeof(h), cudaMemcpyHostToDevice));
    counts(cudaMemcpy(g, h, sizeof(h), cudaMemcpyHostToDevice));
    twice<<<1, N>>>(g);
  }
  // CHECK:      for (int t = 0; t < 3; t++)
  // CHECK-NEXT:   if (t < 2) {
  // CHECK-NEXT:   }
  // CHECK-NEXT: // The same in each round.
  // CHECK-NEXT: gpuErrchk(cudaMemcpy(h, g, sizeof(h), cudaMemcpyDeviceToHost));
  // CHECK-NEXT: do {
  // CHECK-NEXT: }
  // CHECK-NEXT: while (failures++ < 3);
  for (int t = 0; t < 3; t++)
    if (t < 2)
      gpuErrchk(cudaMemcpy(h, g, sizeof(h), cudaMemcpyDeviceToHost));
  do
    gpuErrchk(cudaMemcpy(h, g, sizeof(h), cudaMemcpyDeviceToHost))
  while (failures++ < 3);
  printf("%d %d\n", h[5], failures);
  cudaFree(d);
  cudaFree(e);
  cudaFree(f);
  cudaFree(g);
  return 0;
}
