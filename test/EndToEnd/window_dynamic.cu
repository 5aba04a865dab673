// Weighted window along the rows of a padded matrix; block size and row stride
// are known at run time. Explicit copies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef COLUMNS
#define COLUMNS 700
#endif
#ifndef ROWS
#define ROWS 60
#endif
#ifndef THREADS
#define THREADS 96
#endif
#define RADIUS 4

__global__ void smooth_rows(float *out, const float *in, int columns,
                            int stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x >= RADIUS && x < columns - RADIUS) {
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; k++)
      sum += in[y * stride + x + k] / (1.0f + k * k);
    out[y * stride + x] = sum;
  }
}

int main(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : THREADS;
  if (threads < 1 || threads > 1024) {
    fprintf(stderr, "usage: %s [threads per block]\n", argv[0]);
    return 2;
  }
  int columns = COLUMNS, rows = ROWS;
  int stride = (columns + 31) / 32 * 32;
  size_t n = (size_t)stride * rows;
  float *in = (float *)malloc(n * sizeof(float));
  float *out = (float *)malloc(n * sizeof(float));
  for (size_t i = 0; i < n; i++) {
    in[i] = i * 733 % 1009 / 64.0f;
    out[i] = -1.0f;
  }

  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_out, out, n * sizeof(float), cudaMemcpyHostToDevice);
  dim3 grid((columns + threads - 1) / threads, rows);
  smooth_rows<<<grid, threads>>>(d_out, d_in, columns, stride);
  cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);

  double error = 0;
  bool ok = true;
  for (int y = 0; y < rows; y++) {
    for (int x = 0; x < stride; x++) {
      float expected = -1.0f;
      if (x >= RADIUS && x < columns - RADIUS) {
        expected = 0.0f;
        for (int k = -RADIUS; k <= RADIUS; k++)
          expected += in[y * stride + x + k] / (1.0f + k * k);
      }
      double difference = fabs(out[y * stride + x] - expected);
      ok = ok && difference < 1e-4;
      error = fmax(error, difference);
    }
  }
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  cudaFree(d_in);
  cudaFree(d_out);
  free(in);
  free(out);
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: launches of 'smooth_rows', whose blocks only run time knows, start versions with blocks of 256x1x1 threads
