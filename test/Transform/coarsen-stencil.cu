// A stencil behind a macro: two block sizes, two kernels, two kinds of outputs.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/diffuse.cu -- | FileCheck %s

// CHECK-LABEL: void diffuse_32x8(
// CHECK:         int ix = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK:         __shared__ float in_tile[34][34];
// What is computed for each cell is computed once.
// CHECK:           const int cell_x = threadIdx.x + x * 32;
// CHECK-NEXT:      const int in_y = blockIdx.y * 32 + cell_y - 1;
// CHECK:           const bool inside =
// CHECK-NEXT:          (cell_y >= 1 && cell_y < 33 && in_y >= 1 &&
// CHECK-NEXT:           in_y < 32 * (int)gridDim.y && in_x >= 0 && in_y + 1 < ny &&
// CHECK-NEXT:           nx >= 3 && in_x < nx) ||
// CHECK-NEXT:          (cell_x >= 1 && cell_x < 33 && in_y >= 0 && in_x >= 1 &&
// CHECK-NEXT:           in_x < 32 * (int)gridDim.x && ny >= 3 && in_y < ny && in_x + 1 < nx);
// CHECK-NEXT:      if (cell_y < 34 && cell_x < 34)
// CHECK-NEXT:        in_tile[cell_y][cell_x] = inside ? in[in_y * nx + in_x] : 0;
// CHECK:         int iy = (blockIdx.y * 4 + r) * blockDim.y + threadIdx.y;
// CHECK-NEXT:    if (ix > 0 && ix < nx - 1 && iy > 0 && iy < ny - 1) {
// CHECK-NEXT:      float laplace = in_tile[r * 8 + threadIdx.y + 1][threadIdx.x] +
// CHECK:           out[IND(iy, ix)] =
// CHECK-LABEL: void diffuse_16x16(
// CHECK:         int iy = (blockIdx.y * blockDim.y + threadIdx.y) * 2 + r;
// CHECK:         int ix = (blockIdx.x * blockDim.x + threadIdx.x) * 4 + c;
// CHECK:         diffuse_32x8<<<dim3(wide_grid.x, (wide_grid.y + 3) / 4, wide_grid.z), wide>>>
// CHECK:         diffuse_16x16<<<dim3((square_grid.x + 3) / 4, (square_grid.y + 1) / 2,
// CHECK-NEXT:                         square_grid.z),
// CHECK-NEXT:                    square>>>
//--- plan.yaml
kernels:
  - kernel: diffuse
    block: [32, 8, 1]
    coarsen:
      - { axis: y, factor: 4 }
    stages:
      - tiles:
          - array: in
  - kernel: diffuse
    block: [16, 16, 1]
    coarsen:
      - { axis: x, factor: 4, width: 4 }
      - { axis: y, factor: 2, width: 2 }
//--- diffuse.cu
#define IND(iy, ix) ((iy) * nx + (ix))

__global__ void diffuse(const float *in, float *out, int nx, int ny, float a) {
  int ix = blockIdx.x * blockDim.x + threadIdx.x;
  int iy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ix > 0 && ix < nx - 1 && iy > 0 && iy < ny - 1) {
    float laplace = in[IND(iy, ix - 1)] + in[IND(iy, ix + 1)] +
                    in[IND(iy - 1, ix)] + in[IND(iy + 1, ix)] -
                    4.0f * in[IND(iy, ix)];
    out[IND(iy, ix)] = in[IND(iy, ix)] + a * laplace;
  }
}

int main() {
  int nx = 300, ny = 200;
  float *u, *v, *w;
  cudaMalloc(&u, nx * ny * sizeof(float));
  cudaMalloc(&v, nx * ny * sizeof(float));
  cudaMalloc(&w, nx * ny * sizeof(float));
  dim3 wide(32, 8), wide_grid((nx + 31) / 32, (ny + 7) / 8);
  dim3 square(16, 16), square_grid((nx + 15) / 16, (ny + 15) / 16);
  diffuse<<<wide_grid, wide>>>(u, v, nx, ny, 0.1f);
  diffuse<<<square_grid, square>>>(v, w, nx, ny, 0.1f);
}
