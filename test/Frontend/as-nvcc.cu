// What nvcc takes and Clang by itself does not: launches that a formatter has
// taken apart, strings in front of a specifier, OpenMP's header, `register`,
// narrowing. The result is the user's text with the usual changes.
// RUN: %tessera -q --cuda-path=none %s | FileCheck %s
// RUN: %tessera -q %s | FileCheck %s
// RUN: not %tessera -q --cuda-path=none %s -- -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
#include <omp.h>
#define CALL(kernel, out) kernel << <N, 64> >>(out)
#define N 8

// CHECK:      extern "C"__global__ void fill(float *out) {
extern "C"__global__ void fill(float *out) {
  register int at = blockIdx.x * 64 + threadIdx.x;
  out[at] = 1;
}

// CHECK:      __shared__ float in_tile[64];
__global__ void sums(const float *in, float *out, int from) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[from + k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  double start = omp_get_wtime();
  int parts[2] = {int(N), omp_get_num_procs() * 1.0};
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  // CHECK: fill << <8, 64 >> > (in);
  fill << <8, 64 >> > (in);
  // CHECK: CALL(fill, in);
  CALL(fill, in);
  // A shift and a comparison are what they are.
  // CHECK: bool less = parts[0] << 1 < parts[1] >> 1;
  bool less = parts[0] << 1 < parts[1] >> 1;
  sums< <<8, 64>> >(in, out, 64 >> less);
  sums<<<8, 64>>>(in, out, 0);
#ifdef WRONG
  fill << <8, 64 >> > (in, nothing);
  // WRONG: as-nvcc.cu:[[@LINE-1]]:28: error: use of undeclared identifier 'nothing'
#endif
  return omp_get_wtime() - start > 60;
}
