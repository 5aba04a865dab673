// A launch that is one argument of a macro is changed inside of it; what the
// macro adds stays.

// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 %s | FileCheck %s

#include <stdlib.h>
#define CHECK(call)                                                            \
  do {                                                                         \
    call;                                                                      \
    if (cudaGetLastError() != cudaSuccess)                                     \
      exit(1);                                                                 \
  } while (0)
#define CHECKS(...) __VA_ARGS__; cudaDeviceSynchronize()

__global__ void window(float *__restrict__ x, const float *__restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += y[i + k];
  x[i] = sum;
}

// CHECK-LABEL: {{^}}void run(
// CHECK-NEXT: {{^}}  CHECK((window_64<<<8, 64>>>(x, y)));
// CHECK-NEXT: {{^}}  CHECKS(window_128<<<8, 128>>>(x, y));
// CHECK-NEXT: {{^}}}
void run(float *x, const float *y) {
  CHECK((window<<<8, 64>>>(x, y)));
  CHECKS(window<<<8, 128>>>(x, y));
}
