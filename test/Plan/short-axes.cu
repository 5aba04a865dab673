// Along a short axis the last of the user's blocks may have few threads that do
// something, which a plan for several blocks, or with tiles that all threads
// copy, does not gain from: launches compare what the guards compare with, or
// whole blocks where the guards do not tell.
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 %s | FileCheck %s
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 --print=plan %s | FileCheck %s --check-prefix=PLAN

__global__ void multiply(const float *a, const float *b, float *c, int m,
                         int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; l++)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: void products(
// CHECK: tiles_fit =
// CHECK-NEXT: grid.y >= [[#]] && n >= {{[12][0-9]}} &&
// CHECK-NEXT: m >= {{[12][0-9]}} && k >= 16 &&
// CHECK: tiles_fit3 = tiles_may_fit &&
// CHECK-SAME: n >= {{[0-9][0-9]}} && m >= {{[0-9][0-9]}} && k >= 32 &&
// PLAN: kernel: {{ *}}multiply
// PLAN: least:
// PLAN: y: {{ *}}{{[12][0-9]$}}
void products(const float *a, const float *b, float *c, int m, int n, int k) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  multiply<<<grid, block>>>(a, b, c, m, n, k);
}

// The first and the last eight rows have edges: two threads of four rows.
__global__ void columns(const float *in, const float *weight, float *out, int h,
                        int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float sum = 0;
  for (int k = -8; k <= 8; ++k)
    if (y + k >= 0 && y + k < h)
      sum += weight[k + 8] * in[(y + k) * w + x];
  out[y * w + x] = sum;
}

// CHECK: void filter(
// CHECK: tiles_fit5 =
// CHECK-NEXT: grid.y >= [[#]] && w >= {{[12][0-9]}} && h >= {{[23][0-9]}};
void filter(const float *in, const float *weight, float *out, int h, int w) {
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  columns<<<grid, block>>>(in, weight, out, h, w);
}

// What the guard says of y it says of x, too.
__global__ void blur(const float *in, float *out, int w, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y > 0 && y * w + x < n - w)
    out[y * w + x] = in[(y - 1) * w + x] + in[y * w + x] + in[(y + 1) * w + x];
}

// CHECK: void blurs(
// CHECK: = grid.x >= [[#]] && (long long)grid.x * grid.y >= [[#]] &&
void blurs(const float *in, float *out, int w, int n) {
  dim3 block(32, 8), grid(w / 32, n / w / 8);
  blur<<<grid, block>>>(in, out, w, n);
}
