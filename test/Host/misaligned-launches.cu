// A launch that hands on an address inside an array, or a member that is not
// aligned, gives up loads of several elements at once, or tests for it; others
// of the same kernel keep them.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--coarsen=always
// RUN: %meaning %s --options=--start=1
// RUN: %meaning %s --options=--start=2
// PRINTS: 125770996 83851989 41926679 62888044
#include <stdio.h>
#define N 128

struct alignas(4) Data {
  float pad;
  float a[N * N];
};
__global__ float raw[N * N + 1];
__global__ float rows[N * N + 4];
__global__ Data data[1];
__global__ float aligned[N * N];
__global__ float b[N * N];
__global__ float c[N * N];

__global__ void behind_one(const float *a, const float *b, float *c,
                           int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}
__global__ void behind_three(const float *a, const float *b, float *c,
                             int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}
__global__ void of_member(const float *a, const float *b, float *c,
                          int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}
__global__ void plain(const float *a, const float *b, float *c,
                      int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}

static void sum() {
  double all = 0;
  for (int i = 0; i < N * N; ++i)
    all += c[i] * (i % 11);
  printf("%.0f ", all);
}

int main(int argc, char **) {
  const int n = N - 1 + argc;
  dim3 block(16, 16);
  for (int i = 0; i < N * N; ++i) {
    raw[i + 1] = i % 7;
    rows[i + 3] = i % 5;
    data[0].a[i] = i % 3;
    aligned[i] = i % 4;
    b[i] = i % 9;
  }
  behind_one<<<dim3(n / 16, n / 16), block>>>(raw + 1, b, c, n);
  sum();
  behind_three<<<dim3(n / 16, n / 16), block>>>(&rows[0] + 3, b, c, n);
  sum();
  of_member<<<dim3(n / 16, n / 16), block>>>(&data[0].a[0], b, c, n);
  sum();
  plain<<<dim3(n / 16, n / 16), block>>>(aligned, b, c, n);
  sum();
  printf("\n");
}
