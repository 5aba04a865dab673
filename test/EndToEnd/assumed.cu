// What the source says about sizes and pointers, where it is true: the kernels
// are replaced in place, launches test nothing of it, strips have no ends.
// RUN: %tessera -q --cuda-path=none --no-transfers %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --check %t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 64 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 32 | FileCheck %s --check-prefix=SAME
// RUN: grep -v '// tessera' %s > %t.without.cu
// RUN: %tessera -q --cuda-path=none --no-transfers %t.without.cu -o %t.tested.cu
// RUN: FileCheck %s --check-prefix=TESTED < %t.tested.cu
// SAME: same: output, exit code
#include <stdio.h>
#include <stdlib.h>

constexpr int Tile = 16;

// tessera: assume n % Tile == 0 && n >= 2 * Tile
// tessera: assume no alias; coarsen=never
// CHECK: void multiply(
__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * Tile + threadIdx.y;
  int col = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  // CHECK: for (int k0 = 0; k0 < n; k0 += 16) {
  // CHECK: for (int k = k0; k < k0 + 16; k++)
  if (row < n && col < n) {
    for (int k = 0; k < n; k++)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

// Where it writes depends on data: only the directive tells that in is not
// there.
// tessera: assume no alias(in, out)
// CHECK: void scatter(
// CHECK: __shared__ float in_tile[
__global__ void scatter(const float *in, float *out, const int *where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[where[i]] = sum;
}

// tessera: assume width % 4 == 0 && width >= 4
// tessera: assume aligned(in, 16); assume aligned(out, 16); assume no alias
// tessera: coarsen=always
// CHECK: void blur(
// CHECK: float4
__global__ void blur(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1)
    out[y * width + x] =
        0.2f * (in[y * width + x] + in[y * width + x - 1] +
                in[y * width + x + 1] + in[(y - 1) * width + x] +
                in[(y + 1) * width + x]);
}

// CHECK: void all(
void all(float *a, float *b, float *c, int *where, int n) {
  dim3 block(Tile, Tile), grid((n + Tile - 1) / Tile, (n + Tile - 1) / Tile);
  // CHECK-NOT: bool
  // CHECK: multiply<<<grid, block>>>(a, b, c, n);
  // TESTED: <= c || {{.*}} <= a)
  multiply<<<grid, block>>>(a, b, c, n);
  // CHECK: scatter<<<2, 64>>>(c, b, where);
  // TESTED: {{^}}  scatter<<<2, 64>>>(c, b, where);
  scatter<<<2, 64>>>(c, b, where);
  // CHECK-NOT: bool
  // CHECK: blur<<<
  // TESTED: n % 4 == 0
  blur<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(c, a, n, n);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 48;
  float *a, *b, *c;
  int *where;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  cudaMallocManaged(&where, 128 * sizeof(int));
  for (int i = 0; i < n * n; i++) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  for (int i = 0; i < 128; i++)
    where[i] = 127 - i;
  all(a, b, c, where, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += a[i] * (i % 11) + b[i] * (i % 3);
  printf("%g\n", sum);
}
