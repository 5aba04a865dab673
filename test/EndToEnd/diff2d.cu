// Five-point smoothing in two dimensions with an index macro, two arrays
// swapped by their pointers. Managed memory.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <utility>

#ifndef NX
#define NX 201
#endif
#ifndef NY
#define NY 123
#endif
#ifndef STEPS
#define STEPS 20
#endif
#define BLOCKx 16
#define BLOCKy 12
#define IND(iy, ix) ((iy) * NX + (ix))

__global__ void diff2d(const float *dA, float *dAnew) {
  int ix = blockIdx.x * BLOCKx + threadIdx.x;
  int iy = blockIdx.y * BLOCKy + threadIdx.y;
  if (1 <= ix && ix < NX - 1 && 1 <= iy && iy < NY - 1) {
    dAnew[IND(iy, ix)] = (dA[IND(iy, ix - 1)] + dA[IND(iy, ix + 1)] +
                          dA[IND(iy - 1, ix)] + dA[IND(iy + 1, ix)] +
                          dA[IND(iy, ix)]) /
                         5.0f;
  }
}

int main() {
  size_t bytes = NX * NY * sizeof(float);
  float *dA, *dAnew;
  cudaMallocManaged(&dA, bytes);
  cudaMallocManaged(&dAnew, bytes);
  float *ref = (float *)malloc(bytes), *refnew = (float *)malloc(bytes);

  for (int iy = 0; iy < NY; iy++) {
    for (int ix = 0; ix < NX; ix++) {
      float value = (iy * 61 + ix * 17) % 128 / 4.0f;
      bool edge = iy == 0 || iy == NY - 1 || ix == 0 || ix == NX - 1;
      ref[IND(iy, ix)] = refnew[IND(iy, ix)] = dA[IND(iy, ix)] = value;
      dAnew[IND(iy, ix)] = edge ? value : -1.0e6f;
    }
  }

  dim3 block(BLOCKx, BLOCKy);
  dim3 grid((NX + BLOCKx - 1) / BLOCKx, (NY + BLOCKy - 1) / BLOCKy, 1);
  for (int step = 0; step < STEPS; step++) {
    diff2d<<<grid, block>>>(dA, dAnew);
    std::swap(dA, dAnew);
  }
  cudaDeviceSynchronize();

  for (int step = 0; step < STEPS; step++) {
    for (int iy = 1; iy < NY - 1; iy++)
      for (int ix = 1; ix < NX - 1; ix++)
        refnew[IND(iy, ix)] = (ref[IND(iy, ix - 1)] + ref[IND(iy, ix + 1)] +
                               ref[IND(iy - 1, ix)] + ref[IND(iy + 1, ix)] +
                               ref[IND(iy, ix)]) /
                              5.0f;
    std::swap(ref, refnew);
  }

  double error = 0;
  bool ok = true;
  for (int i = 0; i < NX * NY; i++) {
    double difference = fabs(dA[i] - ref[i]);
    ok = ok && difference < 1e-3;
    error = fmax(error, difference);
  }
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  cudaFree(dA);
  cudaFree(dAnew);
  free(ref);
  free(refnew);
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'dA' not staged:{{.*}}[tessera-does-not-pay]
