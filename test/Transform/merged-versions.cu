// Two versions that differ in the width of their copies are one template,
// whatever a copy's number of elements; versions behind it are counted from it.
// RUN: %tessera -q --cuda-path=none --no-transfers %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// CHECK-LABEL: __global__ void gram(
// CHECK:      template <bool Wide>
// CHECK-NEXT: __global__ void gram_tiled(
// CHECK:      __align__(16) double x_next[4];
// CHECK:      if constexpr (Wide)
// CHECK:        *reinterpret_cast<double2 *>(&x_next[tile_y * 2]) =
// CHECK:        x_next[tile_y] =
// CHECK:      x_next[tile_y * 2 + v];
// CHECK:      __global__ void gram_tiled_2(
// CHECK-NOT:  __global__
// CHECK:      (tiles_fit ? gram_tiled<true>
// CHECK-NEXT: : tiles_fit2 ? gram_tiled<false>
// CHECK-NEXT: : tiles_fit3 ? gram_tiled_2
__global__ void gram(const double *x, double *g, int rows, int columns) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows && j < rows) {
    double s = 0;
    for (int k = 0; k < columns; ++k)
      s += x[i * columns + k] * x[j * columns + k];
    g[i * rows + j] = s;
  }
}

void run(const double *x, double *g, int rows, int columns) {
  dim3 b(16, 16), grid((rows + 15) / 16, (rows + 15) / 16);
  gram<<<grid, b>>>(x, g, rows, columns);
}
