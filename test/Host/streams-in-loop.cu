// In a loop the streams are made once, before it; a return in the loop keeps
// them inside.
// RUN: %tessera -q --no-tiles --cuda-path=none %s -o %t.cu
// RUN: grep -v '// CHECK' %t.cu | FileCheck %s
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1
// RUN: %tessera -q --no-tiles --cuda-path=none --check %t.cu
#include <stdio.h>
#define N 64
__global__ float a[N], b[N], s[2];

__global__ void work(float *x) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 2048; j++)
    sum = sum * 0.5f + x[(threadIdx.x + j) % N] / (j + 1);
  x[threadIdx.x] = sum / 2;
}

__global__ void ends(const float *x, const float *y, float *r) {
  r[0] = x[0];
  r[1] = y[N - 1];
}

// One stretch per call: making the streams does not pay.
// CHECK: void once()
// CHECK-NEXT: work<<<2, N / 2>>>(a_dev);
static void once() {
  work<<<2, N / 2>>>(a);
  work<<<2, N / 2>>>(b);
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
  for (int k = 0; k < 2; k++)
    for (int t = 0; t < 5; t++) {
      if (t == 3 && k == 0)
        break;
      work<<<2, N / 2>>>(a);
      printf("round %d\n", t);
      work<<<2, N / 2>>>(b);
      ends<<<1, 1>>>(a, b, s);
      printf("%g %g\n", s[0], s[1]);
    }
  for (int t = 0; t < 5; t++) {
    work<<<2, N / 2>>>(a);
    work<<<2, N / 2>>>(b);
    ends<<<1, 1>>>(a, b, s);
    if (argc > 1 && s[0] > 0)
      return 1;
  }
  once();
  printf("%g\n", a[3] + b[4]);
  return 0;
}
