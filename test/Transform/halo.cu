// Tiles with a halo: what is loaded is what the block reads, and no element that
// the program does not read itself.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace

// Five points: the corners are not read, so they are not loaded.
// CHECK-LABEL: void cross(
// CHECK:     __shared__ float in_tile[18][{{[0-9]+}}];
// CHECK:     for (int tile_y = threadIdx.y; tile_y < 18; tile_y += 16)
// CHECK-NEXT:  for (int tile_x = threadIdx.x; tile_x < 18; tile_x += 16) {
// CHECK-NEXT:    const int in_y = blockIdx.y * 16 + tile_y;
// CHECK-NEXT:    const int in_x = blockIdx.x * 16 + tile_x;
// CHECK-NEXT:    if ((tile_y >= 1 && tile_y < 17 && {{.*}}
// CHECK:              (tile_x >= 1 && tile_x < 17 && {{.*}}
// CHECK:           in_tile[tile_y][tile_x] = in[in_y * N + in_x];
// CHECK:     = in_tile[threadIdx.y + 1][threadIdx.x + 1] +
// CHECK-NEXT: in_tile[threadIdx.y][threadIdx.x + 1] +

// Nine points: the whole square.
// CHECK-LABEL: void square(
// CHECK:     for (int tile_x = threadIdx.x; tile_x < 18; tile_x += 16)
// CHECK-NEXT:  in_tile[tile_y][tile_x] =
// CHECK-NEXT:    in[(blockIdx.y * 16 + tile_y) * N + blockIdx.x * 16 + tile_x];
// CHECK:     sum += in_tile[dy + threadIdx.y + 1][dx + threadIdx.x + 1];

// Three dimensions.
// CHECK-LABEL: void cube(
// CHECK:     __shared__ float in_tile[6][10][{{[0-9]+}}];
// CHECK:     for (int tile_z = threadIdx.z; tile_z < 6; tile_z += 4)
// CHECK-NEXT:  for (int tile_y = threadIdx.y; tile_y < 10; tile_y += 8)
// CHECK-NEXT:    for (int tile_x = threadIdx.x; tile_x < 18; tile_x += 16) {
// CHECK:             in_tile[tile_z][tile_y][tile_x] = in[in_z][in_y][in_x];
//--- main.cu
#define N 66
__global__ void cross(const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  out[y * N + x] = in[y * N + x] + in[(y - 1) * N + x] + in[(y + 1) * N + x] +
                   in[y * N + x - 1] + in[y * N + x + 1];
}

__global__ void square(const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  float sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      sum += in[(y + dy) * N + x + dx];
  out[y * N + x] = sum;
}

__global__ void cube(const float in[N][N][N], float out[N][N][N]) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int z = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (x < N - 1 && y < N - 1 && z < N - 1)
    out[z][y][x] = in[z - 1][y][x] + in[z + 1][y][x] + in[z][y - 1][x] +
                   in[z][y + 1][x] + in[z][y][x - 1] + in[z][y][x + 1];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  cross<<<dim3(4, 4), dim3(16, 16)>>>(in, out);
  square<<<dim3(4, 4), dim3(16, 16)>>>(in, out);
  cube<<<dim3(4, 8, 16), dim3(16, 8, 4)>>>((float (*)[N][N])in,
                                           (float (*)[N][N])out);
}
//--- plan.yaml
kernels:
  - kernel: cross
    stages:
      - tiles:
          - array: in
  - kernel: square
    stages:
      - tiles:
          - array: in
  - kernel: cube
    stages:
      - tiles:
          - array: in
