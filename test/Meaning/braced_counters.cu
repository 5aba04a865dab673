// Counters of loops that are initialised in braces, also in empty ones.
// RUN: %meaning %s --original
// PRINTS: 8304 15880 8304
#include <stdio.h>
#define N 33

__global__ void product(const float *a, const float *b, float *c, int n) {
  int x{static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x)};
  int y{static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
  if (x < n && y < n) {
    float sum{0.0f};
    for (int k{0}; k < n; ++k)
      sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
  }
}

__global__ void smooth(const float *in, const long long *f, float *out, int r,
                       int n) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i{}; i < 2 * r + 1; ++i)
    for (int j = {0}; j < 2 * r + 1; ++j) {
      int a = y - r + i, b = x - r + j;
      if (a >= 0 && a < n && b >= 0 && b < n)
        sum += f[i * (2 * r + 1) + j] * in[a * n + b];
    }
  if (y < n && x < n)
    out[y * n + x] = sum;
}

__global__ void counted(const float *a, const float *b, float *c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    float sum = 0;
    unsigned k{0};
    for (; k < n; ++k)
      sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
  }
}

int main() {
  float *a, *b, *c;
  long long *f;
  cudaMallocManaged(&a, N * N * sizeof(float));
  cudaMallocManaged(&b, N * N * sizeof(float));
  cudaMallocManaged(&c, N * N * sizeof(float));
  cudaMallocManaged(&f, 9 * sizeof(*f));
  for (int i = 0; i < N * N; ++i) {
    a[i] = i % 3;
    b[i] = i % 2;
  }
  for (int i = 0; i < 9; ++i)
    f[i] = i;
  dim3 grid(3, 3), block(16, 16);
  for (int round = 0; round < 3; ++round) {
    if (round == 0)
      product<<<grid, block>>>(a, b, c, N);
    else if (round == 1)
      smooth<<<grid, block>>>(a, f, c, 1, N);
    else
      counted<<<grid, block>>>(a, b, c, N);
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < N; ++i)
      sum += (i % 5) * c[i * N + (i * 3) % N];
    printf("%g ", sum * 8);
  }
}
