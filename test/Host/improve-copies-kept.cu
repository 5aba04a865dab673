// What is written or read in between keeps a copy in its loop; the remark says
// where.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | diff %s -
// RUN: FileCheck %s < %t.err
// RUN: %tessera-verify --seeds 4 %s %s
#include <stdio.h>
#include <stdlib.h>
#define N 64

__global__ void next(int *x, int *moving) {
  x[threadIdx.x] -= threadIdx.x;
  if (x[threadIdx.x] > 0)
    *moving = 1;
}

static int shared[N];
static void touch(int *x, int t) { x[t % N]++; }
static void touchShared() { shared[1]++; }

static int loops(int rounds) {
  int *d, *e, *f, h[N], moving, *g = new int[N], total = 0, *alias = g;
  cudaMalloc(&d, sizeof(h));
  cudaMalloc(&e, sizeof(int));
  cudaMalloc(&f, N * sizeof(int));
  for (int i = 0; i < N; i++)
    h[i] = g[i] = shared[i] = 10 * i;
  // A flag that both sides change, until nothing moves.
  // CHECK: :[[@LINE+3]]:5: remark: the copy of '&moving' to 'e' stays: line [[@LINE+2]] writes 'moving', and line [[@LINE+10]] reads 'e'
  do {
    moving = 0;
    cudaMemcpy(e, &moving, sizeof(int), cudaMemcpyHostToDevice);
    // CHECK: :[[@LINE+3]]:5: {{.*}} stays: line [[@LINE+1]] writes 'h', and line [[@LINE+4]] reads 'd'
    touch(h, rounds);
    // comment
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    next<<<1, N>>>(d, e);
    // CHECK: :[[@LINE+1]]:5: {{.*}} the copy of 'e' to '&moving' stays: line {{.*}} writes 'e', and line {{.*}} reads 'moving'
    cudaMemcpy(&moving, e, sizeof(int), cudaMemcpyDeviceToHost);
    rounds--;
  } while (moving && rounds > 0);
  for (int t = 0; t < 3; t++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}} stays: line {{.*}} writes 'shared'
    cudaMemcpy(d, shared, sizeof(shared), cudaMemcpyHostToDevice);
    touchShared();
    // CHECK: :[[@LINE+1]]:5: {{.*}} stays: line {{.*}} writes 'g'
    cudaMemcpy(f, g, N * sizeof(int), cudaMemcpyHostToDevice);
    next<<<1, N>>>(d, e);
    next<<<1, N>>>(f, e);
    // CHECK: :[[@LINE+1]]:5: {{.*}} stays: line {{.*}} writes 'f', and line {{.*}} reads 'g'
    cudaMemcpy(g, f, N * sizeof(int), cudaMemcpyDeviceToHost);
    total += g[t];
    alias[t] = t;
  }
  cudaFree(d);
  cudaFree(e);
  cudaFree(f);
  delete[] g;
  return total;
}

// Callers read what the last readback before the jump has made.
static int leaves(int rounds) {
  int *d, *e;
  cudaMalloc(&d, sizeof(shared));
  cudaMalloc(&e, sizeof(int));
  cudaMemset(d, 0, sizeof(shared));
  for (int t = 0; t < 9; t++) {
    next<<<1, N>>>(d, e);
    // CHECK: :[[@LINE+1]]:5: {{.*}} the copy of 'd' to 'shared' stays
    cudaMemcpy(shared, d, sizeof(shared), cudaMemcpyDeviceToHost);
    if (t == rounds) {
      cudaFree(d);
      cudaFree(e);
      return 1;
    }
  }
  cudaFree(d);
  cudaFree(e);
  return 0;
}

int main(int argc, char **argv) {
  int total = loops(4);
  total += leaves(argc);
  printf("%d %d\n", total, shared[3]);
  return 0;
}
