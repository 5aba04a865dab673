// What a kernel divides of its parameters, launches test: in the types of the
// parameters, whatever the arguments have.
// RUN: %tessera -q --cuda-path=none --no-transfers %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 136 300 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 7 5 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 0 -3 | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none --no-transfers %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -std=c++17 -Werror all-warnings -c %t.cu -o %t.o %}
// SAME: same: output
// CHECK:      void k_tiled(
// CHECK:        const unsigned m_part = m >> 2;
// CHECK:      ((unsigned int)m >> 2) % 4 == 0
#include <cstdio>
#include <cstdlib>
__global__ void k(const float *a, float *c, long long n, unsigned m, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < h) {
    float s = 0;
    for (int k = 0; k < n / 2; ++k)
      s += a[i * (n / 2) + k] * a[k];
    for (unsigned k = 0; k < (m >> 2); ++k)
      s += a[i * (m >> 2) + k];
    c[i] = s;
  }
}
int main(int argc, char **argv) {
  int h = 300, n = argc > 1 ? atoi(argv[1]) : 136, m = argc > 2 ? abs(atoi(argv[2])) : 300;
  float *a, *c;
  cudaMallocManaged(&a, 400 * 400 * 4); cudaMallocManaged(&c, h * 4);
  for (int i = 0; i < 400 * 400; ++i) a[i] = i % 11 - 4;
  k<<<(h + 127) / 128, 128>>>(a, c, n, m, h);
  cudaDeviceSynchronize();
  double s = 0; for (int i = 0; i < h; ++i) s += c[i] * (i % 5 + 1);
  printf("%.0f\n", s);
}
