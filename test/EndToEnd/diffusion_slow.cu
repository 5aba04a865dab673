// Diffusion in two dimensions, threads (jx, jy) at gdata[to][jx][jy]: not
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

__global__ float gdata[2][NX][NY];

__global__ void diffuse(int from, int to) {
  int jx = blockIdx.x * blockDim.x + threadIdx.x;
  int jy = blockIdx.y * blockDim.y + threadIdx.y;
  if (jx >= 1 && jx < NX - 1 && jy >= 1 && jy < NY - 1) {
    gdata[to][jx][jy] =
        0.2f * (gdata[from][jx][jy] + gdata[from][jx - 1][jy] +
                gdata[from][jx + 1][jy] + gdata[from][jx][jy - 1] +
                gdata[from][jx][jy + 1]);
  }
}

static float ref[2][NX][NY];

int main() {
  for (int i = 0; i < NX; i++) {
    for (int j = 0; j < NY; j++) {
      bool edge = i == 0 || i == NX - 1 || j == 0 || j == NY - 1;
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
        ref[to][jx][jy] =
            0.2f * (ref[from][jx][jy] + ref[from][jx - 1][jy] +
                    ref[from][jx + 1][jy] + ref[from][jx][jy - 1] +
                    ref[from][jx][jy + 1]);
  }

  double error = 0;
  bool ok = true;
  for (int i = 0; i < NX; i++) {
    for (int j = 0; j < NY; j++) {
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
