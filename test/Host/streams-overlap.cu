// Independent launches run at the same time, on streams of their own: a launch
// waits for those it depends on, the host where it uses an array.
// RUN: %tessera -q --no-tiles --cuda-path=none %s -o %t.cu
// RUN: grep -v '// CHECK' %t.cu | FileCheck %s
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 2
// RUN: %tessera -q --no-tiles --cuda-path=none --check %t.cu
#include <stdio.h>
#define N 128
__global__ float a[N], b[N], c[N], d[N];

__global__ void work(float *x, const float *y) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 4096; j++)
    sum = sum * 0.5f + y[(threadIdx.x + j) % N];
  x[threadIdx.x] = sum;
}

__global__ void both(float *x, const float *y, const float *z) {
  x[threadIdx.x] += y[threadIdx.x] + z[threadIdx.x];
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = d[i] = i;
  work<<<1, N>>>(a, c);
  if (argc > 2)
    c[3] = 2; // it is being uploaded
  work<<<1, N>>>(b, d);
  both<<<1, N>>>(d, a, b);
  printf("started\n");
  work<<<1, N>>>(c, a);
  printf("%g\n", a[5]);
  for (int i = 0; i < N; i++)
    printf("%g %g %g %g\n", a[i], b[i], c[i], d[i]);
  return 0;
}
