// Kernels may come from headers, and sizes from the command line.
// RUN: %tessera-run -I %S/Inputs -DSTEP=10 %s | FileCheck %s
// CHECK: 11 12 13 10
#include "kernels.cuh"
#include <iostream>
#include <vector>

int main() {
  std::vector<int> h{0, 1, 2, 3};
  int *d;
  cudaMalloc(&d, 16);
  cudaMemcpy(d, h.data(), 16, cudaMemcpyDefault);
  increment<<<1, 4>>>(d);
  cudaMemcpy(h.data(), d, 16, cudaMemcpyDefault);
  std::cout << h[0] << ' ' << h[1] << ' ' << h[2] << ' ' << h[3] << std::endl;
}
