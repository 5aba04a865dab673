// A small array that all threads read alike is in constant memory, too, where
// the program copies itself: each copy to it is made for both. Plain CUDA.
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 500
#endif
#define R 3
#define CHECK(call)                                                            \
  if (cudaError_t e = call) {                                                  \
    printf("%s\n", cudaGetErrorString(e));                                     \
    return 1;                                                                  \
  }

// Weights of the neighbours.
__global__ void blur(const float *in, float *out, const float *w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k <= 2 * R; k++)
      sum += w[k] * in[i + k];
    out[i] = sum;
  }
}

__global__ void mix(const float *w, const double *steps, float *total, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < 4)
    for (int k = 0; k < 4; k++)
      total[y * n + x] += w[k] * steps[k + 1] + steps[0];
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 3;
  static float in[N + 2 * R], out[N], total[4 * N];
  float w[2 * R + 1];
  double steps[5] = {0.5, 1, 2, 3, 4};
  float *in_dev, *out_dev, *total_dev, *w_dev;
  double *d_steps;
  for (int i = 0; i < N + 2 * R; i++)
    in[i] = i * 31 % 17;
  CHECK(cudaMalloc(&in_dev, sizeof(in)));
  CHECK(cudaMalloc(&out_dev, sizeof(out)));
  CHECK(cudaMalloc(&total_dev, sizeof(total)));
  CHECK(cudaMalloc(&w_dev, (2 * R + 1) * sizeof(float)));
  CHECK(cudaMalloc(&d_steps, 5 * sizeof(double)));
  CHECK(cudaMemset(total_dev, 0, sizeof(total)));
  CHECK(cudaMemcpy(in_dev, in, sizeof(in), cudaMemcpyHostToDevice));
  for (int round = 0; round < rounds; round++) {
    for (int k = 0; k <= 2 * R; k++)
      w[k] = 1.0f / (1 + k + round);
    cudaMemcpy(w_dev, w, (2 * R + 1) * sizeof(float), cudaMemcpyHostToDevice);
    if (round != 1)
      CHECK(cudaMemcpy(d_steps, steps, 5 * sizeof(double),
                       cudaMemcpyHostToDevice));
    steps[round % 5] += 1;
    blur<<<(N + 63) / 64, 64>>>(in_dev, out_dev, w_dev, N);
    mix<<<dim3((N + 31) / 32, 2), dim3(32, 2)>>>(w_dev, d_steps, total_dev, N);
  }
  CHECK(cudaMemcpy(out, out_dev, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(total, total_dev, sizeof(total), cudaMemcpyDeviceToHost));
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] + total[4 * i] * (i % 5);
  printf("%g\n", sum);
  cudaFree(w_dev);
  cudaFree(d_steps);
  cudaFree(in_dev);
  cudaFree(out_dev);
  cudaFree(total_dev);
  return 0;
}

// RUN: %translate --improve-copies %s -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0
// RUN: %translate -q --improve-copies --check %t.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// An older device has tiles, but none of what is constant.
// RUN: %translate -q --improve-copies --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: FileCheck %s --check-prefix=OLD --input-file=%t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-NOT: {{w|steps}}' is declared __restrict__
// CHECK-DAG: remark: 'w_dev' is placed in constant memory: all threads of a block read the same of its 28 bytes [tessera-placed-in-constant]
// CHECK-DAG: remark: 'd_steps' is placed in constant memory: all threads of a block read the same of its 40 bytes [tessera-placed-in-constant]
// CODE: // All threads read the same element.
// CODE-NEXT: static __con{{stant}}__ float w_{{const}}[7];
// CODE-EMPTY:
// CODE-NEXT: // Weights of the neighbours.
// CODE-NEXT: void blur(
// CODE-NEXT: w = w_{{const}};
// CODE: static __con{{stant}}__ double steps_{{const}}[5];
// CODE: mix(const float *w, const double *steps,
// CODE-NEXT: float *__restrict__ total, int n) {
// CODE-NEXT: w = w_{{const}};
// CODE-NEXT: steps = steps_{{const}};
// CODE: cudaMemcpy(w_dev, w, (2 * R + 1) * sizeof(float), cudaMemcpyHostToDevice);
// CODE-NEXT: // The same in constant memory.
// CODE-NEXT: cudaMemcpyToSymbol(w_{{const}}, w, (2 * R + 1) * sizeof(float));
// CODE-NEXT: if (round != 1) {
// CODE-NEXT: CHECK(cudaMemcpy(d_steps, steps, 5 * sizeof(double),
// CODE-NEXT: cudaMemcpyHostToDevice));
// CODE-NEXT: // The same in constant memory.
// CODE-NEXT: CHECK(cudaMemcpyToSymbol(steps_{{const}}, steps, 5 * sizeof(double)));
// CODE-NEXT: }
// CODE: blur<<<(N + 63) / 64, 64>>>(in_dev, out_dev, w_dev, N);
// OLD-NOT: w_tile
// OLD: in_tile
// OLD-NOT: w_tile
