// What was measured on an H200 for hand-written variants is
// what the profile says: tiles where a block's threads share much, none for a
// stencil of five points, nor where each thread has a row of its own.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never --gpu=H200 %s 2>&1 >/dev/null \
// RUN:   | FileCheck %s
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never --gpu=H100 %s 2>&1 >/dev/null \
// RUN:   | FileCheck %s
#define W 5

// 5.1 to 8.1 TFLOP/s with tiles.
__global__ void sgemm(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    // CHECK: :[[@LINE+2]]:12: remark: staged 'a'
    // CHECK: :[[@LINE+1]]:27: remark: staged 'b'
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

// 2.17 to 2.62 ms: slower.
__global__ void sums(const float *x, const float *c, float *y, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0, v = x[i];
  for (int k = 0; k < m; k++)
    // CHECK: :[[@LINE+1]]:14: remark: 'c' not staged: estimated gain 0.
    s += v * c[k] + 1;
  y[i] = s;
}

// 1.07 to 1.00 ms.
__global__ void average(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < n) {
    for (int k = 0; k < 100; k++)
      // CHECK: :[[@LINE+1]]:14: remark: staged 'in'
      sum += in[i + k];
    out[i] = sum / 100;
  }
}

// 2.34 to 1.72 ms.
__global__ void convolution(const float *in, const float *f, float *out,
                            int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < W || x >= w - W || y < W || y >= h - W)
    return;
  float sum = 0;
  for (int v = -W; v <= W; v++)
    for (int u = -W; u <= W; u++)
      // CHECK: :[[@LINE+1]]:14: remark: staged 'in'
      sum += in[(y + v) * w + x + u] * f[(v + W) * (2 * W + 1) + u + W];
  out[y * w + x] = sum;
}

// 0.97 to 1.32 ms: slower.
__global__ void diffusion(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  // CHECK: :[[@LINE+1]]:20: remark: 'in' not staged: estimated gain 0.{{[0-9]+}} is below
  out[y * w + x] = in[y * w + x] +
                   0.1f * (in[y * w + x - 1] + in[y * w + x + 1] +
                           in[(y - 1) * w + x] + in[(y + 1) * w + x] -
                           4 * in[y * w + x]);
}

// 2.37 to 3.9 ms: slower.
__global__ void rows(const float *a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < n) {
    for (int k = 0; k < n; k++)
      // CHECK-NOT: remark: staged 'a'
      sum += a[i * n + k] * x[k];
    y[i] = sum;
  }
}

int main(int argc, char **argv) {
  int n = 4096;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  sgemm<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  sums<<<n / 256, 256>>>(a, b, c, n);
  average<<<n / 256 * n, 256>>>(a, b, n * n - 100);
  convolution<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, c, n, n);
  diffusion<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, n, n);
  rows<<<n / 128, 128>>>(a, b, c, n);
}
