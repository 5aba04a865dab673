// Diffusion in two dimensions, threads (jx, jy) at gdata[to][jy][jx]:
// coalesced. Simple memory model.
#include <math.h>
#include <stdio.h>

#ifndef NX
#define NX 200
#endif
#ifndef NY
#define NY 150
#endif
#ifndef NT
#define NT 20
#endif
#define BX 32
#define BY 8

__global__ float gdata[2][NY][NX];

__global__ void diffuse(int from, int to) {
  int jx = blockIdx.x * blockDim.x + threadIdx.x;
  int jy = blockIdx.y * blockDim.y + threadIdx.y;
  if (jx >= 1 && jx < NX - 1 && jy >= 1 && jy < NY - 1) {
    gdata[to][jy][jx] =
        0.2f * (gdata[from][jy][jx] + gdata[from][jy][jx - 1] +
                gdata[from][jy][jx + 1] + gdata[from][jy - 1][jx] +
                gdata[from][jy + 1][jx]);
  }
}

static float ref[2][NY][NX];

int main() {
  for (int i = 0; i < NY; i++) {
    for (int j = 0; j < NX; j++) {
      bool edge = i == 0 || i == NY - 1 || j == 0 || j == NX - 1;
      float value = (i * 37 + j * 101) % 64 / 8.0f;
      gdata[0][i][j] = ref[0][i][j] = value;
      // Nothing computes the edge; the rest must be overwritten.
      ref[1][i][j] = value;
      gdata[1][i][j] = edge ? value : -1.0e6f;
    }
  }

  dim3 block(BX, BY);
  dim3 grid((NX + BX - 1) / BX, (NY + BY - 1) / BY);
  for (int t = 0; t < NT; t++)
    diffuse<<<grid, block>>>(t % 2, (t + 1) % 2);

  for (int t = 0; t < NT; t++) {
    int from = t % 2, to = (t + 1) % 2;
    for (int jy = 1; jy < NY - 1; jy++)
      for (int jx = 1; jx < NX - 1; jx++)
        ref[to][jy][jx] =
            0.2f * (ref[from][jy][jx] + ref[from][jy][jx - 1] +
                    ref[from][jy][jx + 1] + ref[from][jy - 1][jx] +
                    ref[from][jy + 1][jx]);
  }

  double error = 0;
  bool ok = true;
  for (int i = 0; i < NY; i++) {
    for (int j = 0; j < NX; j++) {
      double difference = fabs(gdata[NT % 2][i][j] - ref[NT % 2][i][j]);
      ok = ok && difference < 1e-4;
      error = fmax(error, difference);
    }
  }
  printf("max error %g\n", error);
  printf(ok ? "PASSED\n" : "FAILED\n");
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'gdata' not staged:{{.*}}[tessera-written-in-scope]
