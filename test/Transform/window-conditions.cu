// What an output reads under a condition is in a register if all outputs read
// the same elements; else it is read as before.
// RUN: %tessera -q --cuda-path=none --coarsen=always %s -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
#include <cstdio>

// CHECK: {{^}}__global__ void erode_tiled(
// CHECK: m = in_reg[{{.*}}] < m ? in_reg[{{.*}}] : m;
// CHECK-NEXT: if (in_reg[{{.*}}] < m)
// CHECK-NEXT: m = in_reg[{{.*}}];
// CHECK-NEXT: if (m > 3 && in_reg[{{.*}}] < in_reg[{{.*}}])
// CHECK-NEXT: m -= in_reg[{{.*}}];
__global__ void erode(const unsigned char *in, unsigned char *out, int w,
                      int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    unsigned char m = in[y * w + x];
    m = in[(y - 1) * w + x] < m ? in[(y - 1) * w + x] : m;
    if (in[(y + 1) * w + x] < m)
      m = in[(y + 1) * w + x];
    if (m > 3 && in[y * w + x] < in[(y + 1) * w + x])
      m -= in[(y - 1) * w + x];
    out[y * w + x] = m;
  }
}

// In loops that are unrolled, with the neighbours of all of their rounds.
// CHECK: {{^}}__global__ void dilate_tiled(
// CHECK: if (in_reg[{{.*}}] > m[r])
// CHECK-NEXT: m[r] = in_reg[{{.*}}];
__global__ void dilate(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 2 || x >= w - 2 || y >= h)
    return;
  float m = -1e30f;
  for (int d = -2; d <= 2; ++d)
    if (in[y * w + x + d] > m)
      m = in[y * w + x + d];
  out[y * w + x] = m;
}

// Only some outputs read what is two rows ahead: it need not be there.
// CHECK: {{^}}__global__ void ahead_tiled(
// CHECK: s += in_reg{{.*}} > 0 ? in[(y + 2) * w + x_first + r] : in_reg{{.*}};
__global__ void ahead(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h - 1) {
    float s = in[y * w + x] - in[(y + 1) * w + x];
    s += in[(y + 1) * w + x] > 0 ? in[(y + 2) * w + x] : in[y * w + x];
    out[y * w + x] = s;
  }
}

// What is read behind a store is what was stored.
__global__ void behind(float *a, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    float v = 2 * a[y * w + x];
    a[y * w + x] = v < 0 ? -v : a[y * w + x];
    if (v > 1)
      out[y * w + x] = a[y * w + x];
  }
}

// The store of another array is passed if they are apart.
__global__ void apart(const int *in, int *first, int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 1 && x < w - 1 && y < h) {
    int v = in[y * w + x] + in[y * w + x + 1] - in[y * w + x - 1];
    first[y * w + x] = v;
    out[y * w + x] = v % 2 == 0 ? in[y * w + x + 1] : in[y * w + x - 1];
  }
}

template <typename T> static T *values(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i)
    p[i] = T(i * 37 % 101) - T(i % 3 == 0 ? 50 : 0);
  return p;
}

template <typename T> static void print(const T *p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += double(p[i]) * (i % 13 + 1);
  printf("%.17g\n", s);
}

int main() {
  // SAME: same
  for (int w : {64, 67, 130}) {
    const int h = 21, n = w * h;
    auto *bytes = values<unsigned char>(n), *eroded = values<unsigned char>(n);
    auto *a = values<float>(n + w), *b = values<float>(n);
    auto *c = values<int>(n), *d = values<int>(n), *e = values<int>(n);
    dim3 block(32, 4), grid((w + 31) / 32, (h + 3) / 4);
    erode<<<grid, block>>>(bytes, eroded, w, h);
    dilate<<<grid, block>>>(a, b, w, h);
    cudaDeviceSynchronize();
    print(eroded, n);
    print(b, n);
    ahead<<<grid, block>>>(a, b, w, h);
    cudaDeviceSynchronize();
    print(b, n);
    behind<<<grid, block>>>(a, b, w, h);
    apart<<<grid, block>>>(c, d, e, w, h);
    cudaDeviceSynchronize();
    print(a, n);
    print(b, n);
    print(d, n);
    print(e, n);
  }
}
