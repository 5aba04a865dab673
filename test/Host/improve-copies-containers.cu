// Vectors and arrays of the standard library count as their memory: reading an
// element is no change. What an iterator does where it is not followed is not
// known.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | grep -v '// CHECK\|// REMARK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: 14 copies
#include <algorithm>
#include <array>
#include <numeric>
#include <stdio.h>
#include <vector>
#define N 64

__global__ void add(const float *a, float *b) {
  b[threadIdx.x] += a[threadIdx.x];
}

static void grow(std::vector<float> &v) { v.push_back(1); }

int main() {
  std::vector<float> in(N), out(N), kept(N), grown(N);
  std::array<float, N> fixed;
  float *d_in, *d_out, *d_fixed;
  cudaMalloc(&d_in, N * sizeof(float));
  cudaMalloc(&d_out, N * sizeof(float));
  cudaMalloc(&d_fixed, N * sizeof(float));
  std::fill(out.begin(), out.end(), 1.0f);
  std::iota(in.begin(), in.end(), 0.0f);
  for (float &f : fixed)
    f = 2;
  float sum = 0;
  // CHECK:      // The same in each round.
  // CHECK-NEXT: cudaMemcpy(d_in, in.data(), N * sizeof(float), cudaMemcpyHostToDevice);
  // CHECK-NEXT: cudaMemcpy(d_out, &out[0], N * sizeof(float), cudaMemcpyHostToDevice);
  // CHECK-NEXT: cudaMemcpy(d_fixed, fixed.data(), sizeof(fixed), cudaMemcpyHostToDevice);
  // CHECK-NEXT: for (int t = 0; t < 3; t++) {
  // CHECK-NEXT:   add<<<1, N>>>(d_in, d_out);
  // CHECK-NEXT:   add<<<1, N>>>(d_fixed, d_out);
  // CHECK-NEXT:   sum += in[t] + in.at(t);
  // CHECK:      }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: cudaMemcpy(out.data(), d_out, N * sizeof(float), cudaMemcpyDeviceToHost);
  for (int t = 0; t < 3; t++) {
    cudaMemcpy(d_in, in.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_out, &out[0], N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_fixed, fixed.data(), sizeof(fixed), cudaMemcpyHostToDevice);
    add<<<1, N>>>(d_in, d_out);
    add<<<1, N>>>(d_fixed, d_out);
    sum += in[t] + in.at(t);
    for (float f : in)
      sum += f;
    cudaMemcpy(out.data(), d_out, N * sizeof(float), cudaMemcpyDeviceToHost);
  }
  sum += std::accumulate(out.begin(), out.end(), 0.0f);
  for (int t = 0; t < 3; t++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} stays: line [[@LINE+4]] writes 'in'
    cudaMemcpy(d_in, in.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    add<<<1, N>>>(d_in, d_out);
    for (auto &f : in)
      f += 1;
    // REMARK: :[[@LINE+1]]:5: {{.*}} stays: line [[@LINE+3]] writes 'grown'
    cudaMemcpy(d_in, grown.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    add<<<1, N>>>(d_in, d_out);
    grow(grown);
  }
  auto first = kept.begin();
  for (int t = 0; t < 3; t++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} stays: 'kept': a function may keep a pointer to it
    cudaMemcpy(d_in, kept.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    add<<<1, N>>>(d_in, d_out);
    *first += 1;
  }
  cudaMemcpy(out.data(), d_out, N * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", sum, out[3]);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_fixed);
  return 0;
}
