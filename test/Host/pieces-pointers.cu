// Launches on memory whose size only run time knows run in pieces, too: as many
// as the size asks for, or as the command line says. Pieces end with the array.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 1000
// RUN: %tessera -q --cuda-path=none --pieces=4 %s -o %t.4.cu
// RUN: FileCheck %s --check-prefix=FOUR --input-file=%t.4.cu
// RUN: %tessera-verify --seeds 4 %s %t.4.cu -- 1000
// RUN: %tessera-verify --seeds 2 %s %t.4.cu -- 1
// RUN: %tessera-verify --seeds 2 %s %t.4.cu -- 127
// RUN: %tessera-verify --seeds 2 %s %t.4.cu -- 384
// RUN: %tessera-verify --seeds 2 %s %t.4.cu -- 385
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>

__global__ void smooth(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i == 0 || i == n - 1 ? in[i] : in[i - 1] + in[i] + in[i + 1];
}

// CHECK: const unsigned int blocks = (n + 127) / 128;
// CHECK-NEXT: const size_t pieces = (n * sizeof(float)) / (8 << 20) + 1;
// CHECK-NEXT: const unsigned int step = (blocks + pieces - 1) / pieces;
// CHECK-NEXT: cudaStream_t upload = 0, compute = 0, readback = 0;
// CHECK-NEXT: cudaEvent_t ready;
// CHECK-NEXT: if (step < blocks) {
// CHECK-NEXT: CUDA_CHECK(cudaStreamCreate(&upload));
// CHECK: for (unsigned int first = 0; first < blocks; first += step) {
// CHECK-NEXT: const unsigned int last = blocks - first > step ? first + step : blocks;
// CHECK: cudaMemcpyAsync(in_dev + begin, in + begin,
// CHECK: smooth<<<last - first, 128, 0, compute>>>(in_dev, out_dev, n, first);
// FOUR: const unsigned int step = (blocks + 4 - 1) / 4;
// REMARK: remark: the launch of 'smooth' is cut into several pieces: it overlaps with its copies
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    in[i] = i % 100;
    out[i] = 7;
  }
  smooth<<<(n + 127) / 128, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + out[i];
  printf("%.17g\n", sum);
  cudaFree(in);
  cudaFree(out);
}
