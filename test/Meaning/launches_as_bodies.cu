// A launch that has several versions of its kernel chooses alike whether it is
// the whole body of a loop or branch or stands in braces.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--start=1
// RUN: %meaning %s --options=--start=2
// PRINTS: 62891221 62891221 62891360 62891221 62891221 0
#include <cstdio>
#define N 128

__global__ float left[N * N];
__global__ float right[N * N];
__global__ float unbraced[2 * N * N];
__global__ float braced[2 * N * N];
__global__ float branch[N * N];
__global__ float other[N * N];
__global__ float repeated[N * N];

__global__ void cross(const float *a, const float *b, float *c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
static void total(const float *x) {
  double all = 0;
  for (int i = 0; i < N * N; ++i)
    all += x[i] * (i % 11);
  printf("%.0f ", all);
}

int main(int argc, char **) {
  int n = N - 1 + argc, m = 2;
  for (int i = 0; i < N * N; ++i) {
    left[i] = i % 7;
    right[i] = i % 5;
  }
  for (int i = 0; i < m; ++i)
    cross<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(left, right,
                                                  unbraced + i * n * n, n);
  total(unbraced + N * N);
  for (int i = 0; i < m; ++i) {
    cross<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(left, right,
                                                  braced + i * n * n, n);
  }
  total(braced + N * N);
  if (m > 1)
    cross<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(right, left, branch, n);
  else
    cross<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(left, right, branch, n);
  total(branch);
  if (m > 2)
    cross<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(right, left, other, n);
  else
    cross<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(left, right, other, n);
  total(other);
  while (m-- > 1)
    cross<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(left, right, repeated, n);
  total(repeated);
  printf("%d\n", m);
}
