// Threads at the ends of rows load what all of their columns would read, where
// the array has it, and store what is inside.
// RUN: %translate -q --plan=%S/Inputs/row_ends.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 40 64 12 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 9 132 5 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 3 4 3 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 3 8 3 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 17 61 4 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 7 3 3 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 8 1 9 | FileCheck %s --check-prefix=SAME
// RUN: %translate -q --coarsen=always %s -o %t.own.cu
// RUN: %tessera-verify --seeds 2 %s %t.own.cu -- 40 64 12 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.own.cu -- 21 36 6 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <stdio.h>
#include <stdlib.h>

// What is behind the last column of the last row that a thread reads nobody may
// read: the array may end there.
// CHECK-LABEL: void heat_tiled(
// CHECK: // Outputs are inside, or at the ends of rows: what they read is loaded once.
// CHECK-NEXT: if (y_first > 0 && y_first + 1 < ny - 1 && z > 0 && z < nz - 1 &&
// CHECK-NEXT: ((x_first > 0 && x_first < nx - 1) ||
// CHECK-NEXT: (x_first + 3 > 0 && x_first + 3 < nx - 1))
// CHECK: auto copyRow = [&](float *to, const float *from) {
// CHECK-NEXT: if (x_first > 0 && x_first + 3 < nx - 1)
// CHECK-NEXT: *reinterpret_cast<float4 *>(to) =
// CHECK-NEXT: *reinterpret_cast<const float4 *>(from);
// CHECK-NEXT: else
// CHECK: if (x_first + c > 0 && x_first + c < nx - 1)
// CHECK-NEXT: to[c] = from[c];
// CHECK: in_reg[r + 1][3] = in[i_first + nx * r - 1];
// CHECK: *reinterpret_cast<float4 *>(&in_reg3[0][0]) =
// CHECK-NEXT: *reinterpret_cast<const float4 *>(&in[i_first + nx * ny]);
// CHECK: copyRow(&in_reg3[1][0], &in[i_first + nx + nx * ny]);
// CHECK: copyRow(&out[i_first + nx * r], &out_reg[r][0]);
__global__ void heat(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
    int i = (z * ny + y) * nx + x;
    out[i] = 0.4f * in[i] +
             0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
                     in[i - nx * ny] + in[i + nx * ny]);
  }
}

// What is written is loaded for columns inside only: others may write it.
// CHECK-LABEL: void add_tiled(
// CHECK: // Outputs are inside, or at the ends of rows
// CHECK: auto copyRow = [&](float *to, const float *from) {
// CHECK-NEXT: if (x_first >= 1 && x_first + 3 < w - 1)
// CHECK: if (x_first + r >= 1 && x_first + r < w - 1)
// CHECK: copyRow(&u_reg[0], &u[y * w + x_first]);
__global__ void add(const float *in, float *u, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  u[y * w + x] += in[(y - 1) * w + x] + in[(y + 1) * w + x] + in[y * w + x];
}

// Before the first element of the first row there is nothing.
// CHECK-LABEL: void slope_tiled(
// CHECK: // All outputs of the thread are inside
__global__ void slope(const float *in, float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w && y < h)
    out[y * w + x] = in[y * w + x] - in[y * w + x - 1];
}

// What is stored before the columns are tested, is stored outside, too.
// CHECK-LABEL: void mark_tiled(
// CHECK: // All outputs of the thread are inside
__global__ void mark(const float *in, float *out, float *all, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y > 0 && y < h - 1) {
    all[y * w + x] = x;
    if (x > 0 && x < w - 1)
      out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] +
                       in[(y - 1) * w + x] + in[(y + 1) * w + x];
  }
}

// Nothing may be divided by an element that is not used.
// CHECK-LABEL: void ratio_tiled(
// CHECK: // All outputs of the thread are inside
__global__ void ratio(const int *in, int *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = in[(y - 1) * w + x] / in[(y + 1) * w + x] +
                     in[y * w + x - 1] + in[y * w + x + 1];
}

// Who does not check an element, does not trap because of it.
// CHECK-LABEL: void check_tiled(
// CHECK: // All outputs of the thread are inside
__global__ void check(const float *in, float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    float sum = in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] +
                in[(y + 1) * w + x];
    if (!(sum > -1e30f))
      __trap();
    out[y * w + x] = sum;
  }
}

__managed__ float s[64 * 1024], t[64 * 1024], u[64 * 1024];
__managed__ int p[64 * 1024], q[64 * 1024];

int main(int argc, char **argv) {
  int h = argc > 1 ? atoi(argv[1]) : 32, w = argc > 2 ? atoi(argv[2]) : 64;
  int d = argc > 3 ? atoi(argv[3]) : 8;
  for (int i = 0; i < h * w * d; ++i) {
    s[i] = i % 17 * 0.5f - 3;
    p[i] = i % w == 0 ? 0 : i % 5 + 1;
  }
  // No kernel reads the last corner.
  float *cells;
  cudaMallocManaged(&cells, (h * w * d - 1) * sizeof(float));
  for (int i = 0; i < h * w * d - 1; ++i)
    cells[i] = s[i];
  dim3 block(32, 4), grid((w + 31) / 32, (h + 3) / 4);
  heat<<<dim3(grid.x, grid.y, d), block>>>(cells, t, w, h, d);
  add<<<grid, block>>>(s, t, h, w);
  slope<<<grid, block>>>(t, u, h, w);
  mark<<<grid, block>>>(u, t, s, h, w);
  ratio<<<grid, block>>>(p, q, h, w);
  check<<<grid, block>>>(u, s, h, w);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < h * w * d; ++i)
    sum = sum * 0.99 + s[i] + t[i] * 3 + u[i] * 5 + q[i] * 7;
  printf("%f\n", sum);
  cudaFree(cells);
  return 0;
}
