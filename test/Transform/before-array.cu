// A pointer may be passed from behind the begin of its memory: what a block
// reads before it has a negative subscript, which is no sum of unsigned numbers.
// RUN: %tessera -q --cuda-path=none --array=in:shared %s -o %t.1.cu
// RUN: FileCheck %s < %t.1.cu
// RUN: %tessera -q --cuda-path=none --gpu=tesla-c1060 %s -o %t.2.cu
// RUN: %tessera -q --cuda-path=none --coarsen=always --start=1 %s -o %t.3.cu
// RUN: %tessera-verify %s %t.1.cu %t.2.cu %t.3.cu | FileCheck %s --check-prefix=SAME
#include <cstdio>

// CHECK: const int in_x = blockIdx.x * 64 + {{.*}} - 8;
// CHECK-NEXT: = in[in_x];
__global__ void blur(const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int d = -8; d <= 8; d++) s += in[x + d];
  out[x] = s;
}

// CHECK: const int in_y = blockIdx.y;
// CHECK: = in[in_y * pitch + in_x];
__global__ void rows(const float *in, float *out, int w, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w) {
    float s = 0;
    for (int d = -8; d <= 8; d++) s += in[y * pitch + x + d];
    out[y * w + x] = s;
  }
}

// The strips of a loop begin before the array.
__global__ void sums(const float *in, float *out, int from, int to) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int d = -from; d < to; d++) s += in[x + d] * d;
  out[x] = s;
}

// Rows have the length of the grid.
__global__ void field(const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y, w = gridDim.x * blockDim.x;
  float s = 0;
  for (int e = -2; e <= 2; e++)
    for (int d = -2; d <= 2; d++) s += in[(y + e) * w + x + d];
  out[y * w + x] = s;
}

// A plane has the number of its block.
__global__ void planes(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  float s = 0;
  for (int d = -2; d <= 2; d++) s += in[(z * h + y) * w + x + d];
  out[(z * h + y) * w + x] = s;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 20000 * sizeof(float));
  cudaMallocManaged(&out, 20000 * sizeof(float));
  for (int i = 0; i < 20000; i++) in[i] = i % 7;
  blur<<<16, 64>>>(in + 8, out);
  rows<<<dim3(4, 5), 64>>>(in + 8, out + 1200, 200, 216);
  sums<<<4, 64>>>(in + 40, out + 2400, 40, 90);
  field<<<dim3(2, 8), dim3(32, 4)>>>(in + 140, out + 5000);
  planes<<<dim3(2, 4, 5), dim3(32, 4)>>>(in + 2, out + 10000, 64, 16);
  cudaDeviceSynchronize();
  for (int i = 0; i < 20000; i += 97) printf("%g\n", out[i]);
}
// SAME: same: output, exit code
