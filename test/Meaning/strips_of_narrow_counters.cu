// Counters of fewer bits than an int count to their last value and no further:
// what counts the strips of their loops goes on behind it.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--coarsen=always
// RUN: %meaning %s --options=--array=x:shared
// PRINTS: 1.5577e+06 5.78857e+08 5.78919e+08 106700 763
#include <cstdio>
#define N 256
#define FAR 32764
typedef unsigned short Index;
__global__ float a[N * N], b[N * N], c[N * N];
__global__ float far[FAR], wide[65534];
__global__ float sums[N];

__global__ void bytes(const float *x, const float *y, float *z,
                      unsigned char n) {
  int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
  for (unsigned char k = 0; k < n; ++k)
    s += x[j * N + k] * y[k * N + i];
  z[j * N + i] = s;
}
__global__ void shorts(const float *x, float *r) {
  float s = 0;
  for (short k = 0; k < FAR; ++k)
    s += x[k] * threadIdx.x;
  r[threadIdx.x] = s;
}
__global__ void named(const float *x, float *r, Index n) {
  float s = 0;
  for (Index k = 0; k != n; ++k)
    s += x[k];
  r[threadIdx.x] = s * threadIdx.x;
}
__global__ void converted(const float *v, float *r, int first) {
  float s = 0;
  for (unsigned char k = first; k <= 254; ++k)
    s += v[k] * (threadIdx.x + 1);
  r[threadIdx.x] = s;
}
__global__ void window(const float *x, float *r, signed char n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (signed char k = 0; k < n; k += 1)
    s += x[i + k];
  r[i] = s;
}

void print(int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += sums[i] * (i % 10);
  printf("%g ", sum);
}

int main(int argc, char **) {
  for (int i = 0; i < N * N; ++i)
    a[i] = i % 5, b[i] = i % 3;
  for (int i = 0; i < FAR; ++i)
    far[i] = i % 5;
  for (int i = 0; i < 65534; ++i)
    wide[i] = i % 3;
  bytes<<<dim3(2, 1), dim3(16, 16)>>>(a, b, c, 253 + argc);
  double sum = 0;
  for (int i = 0; i < 16 * N; ++i)
    sum += c[i] * (i % 13);
  printf("%g ", sum);
  shorts<<<1, 64>>>(far, sums);
  print(64);
  named<<<1, 64>>>(wide, sums, 65533 + argc);
  print(64);
  converted<<<1, 64>>>(a, sums, 511 - argc + 1 - 96);
  print(16);
  window<<<4, 64>>>(a, sums, 126 + argc);
  print(3);
  printf("\n");
}
