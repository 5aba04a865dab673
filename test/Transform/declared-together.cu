// Variables of one declaration may be the same for all outputs of a thread and
// not: each is declared where it is needed.
// RUN: %tessera -q --cuda-path=none --coarsen=always %s | FileCheck %s
// RUN: %tessera -q --cuda-path=none --coarsen=always --start=1 %s -o %t.1.cu
// RUN: %tessera -q --cuda-path=none --coarsen=always --start=2 %s -o %t.2.cu
// RUN: %tessera-verify %s %t.1.cu %t.2.cu | FileCheck %s --check-prefix=SAME
#include <cstdio>

// CHECK: {{^}}__global__ void near(
// CHECK-NEXT: {{^}}  int x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK: {{^}}    for (int k = max(x - 1, 0); k <= x + 1 && k < m; ++k) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int r = 0; r < 4; ++r)
// CHECK-NEXT: s[r] += a[(y_first + r) * n + k];
__global__ void near(const float *a, float *out, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) return;
  float s = 0;
  for (int k = max(x - 1, 0); k <= x + 1 && k < m; ++k) s += a[y * n + k];
  out[y * n + x] = s;
}

// The ends of the range are the same for outputs along x.
__global__ void below(const double *a, double *out, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < m && x < n) {
    double s = 0;
    int low = max(0, y - 2), high = min(m, y + 2), other = x % 3;
    for (int j = low; j < high; j++) s += a[j * n + x] * other;
    out[y * n + x] = s;
  }
}

// A loop that outputs do not go through together has no barrier in it.
__global__ void product(const float *a, const float *b, float *out, int n,
                        int m, int K) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= m) return;
  float s = 0;
  for (int k = 0; k < K && k <= x; ++k) s += b[k * n + x];
  for (int k = max(x - 4, 0); k <= x; ++k) s += a[y * n + k];
  out[y * n + x] = s;
}

int main(int argc, char **) {
  const int n = 139 + argc, m = 44 + argc, K = 8 + argc;
  static float a[140 * 45], b[140 * 9], *da, *db, *f;
  static double c[140 * 45], *dc, *d;
  for (int i = 0; i < n * m; i++) c[i] = a[i] = i % 13;
  for (int i = 0; i < n * K; i++) b[i] = i % 17;
  cudaMalloc(&da, sizeof a), cudaMalloc(&f, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&dc, sizeof c), cudaMalloc(&d, sizeof c);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
  const dim3 grid((n + 15) / 16, (m + 15) / 16), block(16, 16);
  near<<<grid, block>>>(da, f, n, m);
  cudaMemcpy(a, f, sizeof a, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n * m; i++) sum += a[i] * (i % 7);
  product<<<dim3((n + 63) / 64, (m + 3) / 4), dim3(64, 4)>>>(da, db, f, n, m,
                                                             K);
  cudaMemcpy(a, f, sizeof a, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n * m; i++) sum += a[i] * (i % 5);
  below<<<grid, block>>>(dc, d, n, m);
  cudaMemcpy(c, d, sizeof c, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n * m; i++) sum += c[i] * (i % 3);
  printf("%.17g\n", sum);
}
// SAME: same: output
// SAME-NOT: not started
