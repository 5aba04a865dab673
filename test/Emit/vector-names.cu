// Vectors, sizes and grids are the library's where the program has others.
// RUN: %tessera -q --cuda-path=none --coarsen=always %s -o %t.1.cu
// RUN: FileCheck %s --input-file=%t.1.cu
// RUN: %tessera -q --cuda-path=none --start=1 %s -o %t.2.cu
// RUN: %tessera-verify %s %t.1.cu %t.2.cu | FileCheck %s --check-prefix=SAME
#include <cstdio>
#define N 256

namespace mine {
struct float4 {
  double x;
};
struct float2 {
  char c;
};
struct dim3 {
  int only;
};

// CHECK: {{^}}__global__ void blur(
// CHECK: reinterpret_cast<const ::float4 *>(&in[
__global__ void blur(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 1 && x < w - 2 && y > 1 && y < h - 2) {
    float s = 0;
    for (int dy = -2; dy <= 2; dy++)
      for (int dx = -2; dx <= 2; dx++) s += in[(y + dy) * w + x + dx];
    out[y * w + x] = s;
  }
}

// CHECK: {{^}}void start(
// CHECK: ::dim3(
void start(const float *in, float *out, int w, int h) {
  ::dim3 grid((w + 15) / 16, (h + 7) / 8), block(16, 8);
  blur<<<grid, block>>>(in, out, w, h);
}
} // namespace mine

// CHECK: {{^}}__global__ void scale(
// CHECK: reinterpret_cast<const ::float4 *>(&a[
__global__ void scale(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  float float4 = 2, size_t = 1;
  if (x > 1 && x < w - 2 && y > 1 && y < h - 2) {
    float s = size_t;
    for (int dy = -2; dy <= 2; dy++)
      for (int dx = -2; dx <= 2; dx++) s += a[(y + dy) * w + x + dx] * float4;
    b[y * w + x] = s;
  }
}

// CHECK: {{^}}__global__ void row(
// CHECK: (::size_t)row
__global__ void row(float *a, const float *b) {
  int i = threadIdx.x;
  a[i] += b[i] * 3;
}

int main() {
  float *a, *b;
  cudaMallocManaged(&a, N * N * sizeof(float));
  cudaMallocManaged(&b, N * N * sizeof(float));
  for (int i = 0; i < N * N; i++) a[i] = i % 7, b[i] = 0;
  mine::start(a, b, N, N);
  scale<<<dim3(N / 16, N / 8), dim3(16, 8)>>>(b, a, N, N);
  for (int i = 0; i < N; i++) row<<<1, N>>>(a + i * N, b);
  cudaDeviceSynchronize();
  for (int i = 0; i < N * N; i += 977) printf("%g %g\n", a[i], b[i]);
}
// SAME: same: output, exit code
