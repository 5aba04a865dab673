// A program may use what the frontend leaves out at first, and a wrong program
// gets its own error.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
// RUN: not %tessera --cuda-path=none -q %s -- -DWRONG 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG
#include <cmath>

// CHECK: kernel fill
__global__ void fill(double *out) { out[threadIdx.x] = 1.0; }

int main() {
  double *out;
  cudaMalloc(&out, 64 * sizeof(double));
  fill<<<1, 64>>>(out);
  double wave = std::cyl_bessel_j(0, 1.0);
  int least = std::min(2, 3);
#ifdef WRONG
  // WRONG: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}'missing'{{.*}}[tessera-syntax]
  missing(wave);
#endif
  return wave > 2 || least == 3;
}
