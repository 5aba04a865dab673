// Statements that end in a macro are what others control; those that begin in
// one, or of which a macro has but a part, stay as they are.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options= --original
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: ends 674270 loops 406377 parts 3582 begins 5
#include <cstdio>
#define READ(p, i) (p)[i]
#define ADD(x) s += x;
#define TWO a += 1; b += 2
#define GUARD if (i < n)

// CHECK:      void ends(
// CHECK-NOT:    inside
// CHECK:        if (i < n)
// CHECK-NEXT:     ADD(READ(in, i))
__global__ void ends(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = i < n;
  float s = 0;
  if (inside)
    ADD(READ(in, i))
  if (inside)
    ADD(4 * READ(in, i)) else ADD(2)
  if (inside)
    out[i] = s;
}

// CHECK:      void loops(
// CHECK-NOT:    inside
// CHECK:        if (i < n)
// CHECK-NEXT:       s += READ(in, i);
__global__ void loops(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = i < n;
  float s = 0;
  for (int k = 0; k < 3; ++k)
    if (inside)
      s += READ(in, i);
  do
    s += READ(in, 2);
  while (READ(in, 1) * s < 1);
  if (inside)
    out[i] = s;
  else
    READ(out, n) = 3;
}

// CHECK:      void parts(
// CHECK:        if (inside && i > 3)
// CHECK-NEXT:     TWO;
__global__ void parts(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = i < n;
  float a = 0, b = 0;
  if (inside && i > 3)
    TWO;
  if (inside)
    out[i] = a + b + 1;
}

// CHECK:      void begins(
// CHECK:        GUARD
__global__ void begins(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  GUARD out[i] = READ(in, i) > 298 ? 1 : 0;
}

int main() {
  const int n = 300;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, (n + 1) * sizeof(float));
  for (int i = 0; i < n; ++i)
    in[i] = i;
  auto show = [&](const char *name) {
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i <= n; ++i) {
      sum += out[i] * (i % 7 + (i == n));
      out[i] = 0;
    }
    printf("%s %.0f ", name, sum);
  };
  ends<<<2, 256>>>(in, out, n);
  show("ends");
  loops<<<2, 256>>>(in, out, n);
  show("loops");
  parts<<<2, 256>>>(in, out, n);
  show("parts");
  begins<<<2, 256>>>(in, out, n);
  show("begins");
  printf("\n");
}
