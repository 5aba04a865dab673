// All threads average all elements, twice per launch; the kernel waits for its
// own block only. Simple memory model.
// RUN: %tessera -q --split-phases --cuda-path=none %s -o %t.cu
// RUN: %tessera-verify --seeds 4 %S/Inputs/phases.hand.cu %t.cu
#include <stdio.h>

const int N = 128;

__global__ float X[N], P[N];

__global__ void average(float *x, float *p) {
  const int index = threadIdx.x + blockIdx.x * blockDim.x;
  float a;

  /* (i): */
  a = x[0];
  for (int j = 1; j < N; ++j)
    a += x[j];
  p[index] = a / N;
  /* (i). */
  __syncthreads();

  /* (ii): */
  a = p[0] + index;
  for (int j = 1; j < N; ++j)
    a += p[j];
  x[index] = a / N;
  /* (ii). */
}

int main() {
  for (int i = 0; i < N; i++)
    X[i] = i * 0.5f;
  for (int r = 0; r < 10; r++)
    average<<<2, 64>>>(X, P);
  printf("%g %g\n", X[0], X[N - 1]);
}
