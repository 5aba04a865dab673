// Kernels that depend on their launch: the user's kernel stays, and each launch
// starts the version that is for it.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace

// Two block sizes, two versions.
// CHECK-LABEL: {{^}}__global__ void window(
// CHECK-NOT:   __shared__
// CHECK-LABEL: {{^}}__global__ void window_64(
// CHECK:         __shared__ float in_tile[73];
// CHECK-LABEL: {{^}}__global__ void window_128(
// CHECK:         __shared__ float in_tile[137];

// A block size of run time: its tile is dynamic, and the launch sees whether it
// fits.
// CHECK-LABEL: {{^}}__global__ void line(
// CHECK-NOT:   __shared__
// CHECK-LABEL: {{^}}__global__ void line_tiled(
// CHECK:         extern __shared__ __align__(16) unsigned char line_tiles[];
// CHECK:         float *in_tile = (float *)line_tiles;

// An unsigned comparison: the tile is right where n - 1 is not negative, also for
// a negative n.
// CHECK-LABEL: {{^}}__global__ void wraps_tiled(

// CHECK-LABEL: {{^}}int main(
// CHECK:      {{^}}  window_64<<<4, 64>>>(in, out);
// CHECK-NEXT: {{^}}  window_128<<<4, 128>>>(in, out);
// CHECK-NEXT: {{^}}  const bool tiles_fit = {{.*}}argc{{.*}};
// CHECK-NEXT: {{^}}  const size_t tile_bytes = tiles_fit ? {{.*}} : 0;
// CHECK-NEXT: {{^}}  (tiles_fit ? line_tiled : line)<<<4, argc, tile_bytes>>>(in, out);
// CHECK-NEXT: {{^}}  dim3 block(argc * 32);
// CHECK-NEXT: {{^}}  const bool tiles_fit2 = {{.*}}block.x{{.*}};
// CHECK-NEXT: {{^}}  const size_t tile_bytes2 = tiles_fit2 ? {{.*}} : 0;
// CHECK-NEXT: {{^}}  (tiles_fit2 ? line_tiled : line)<<<4, block, tile_bytes2, nullptr>>>(in, out);
// CHECK-NEXT: {{^}}  const bool tiles_fit{{[0-9]*}} = (argc - 2) >= 1;
// CHECK-NEXT: {{^}}  (tiles_fit{{[0-9]*}} ? wraps_tiled : wraps)<<<4, 64>>>(in, out, argc - 2);
//--- main.cu
__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 10; k++)
    sum += in[i + k];
  out[i] = sum;
}

__global__ void line(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}

__global__ void wraps(const float *in, float *out, int n) {
  float sum = 0;
  for (unsigned k = 0; k < n - 1; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  window<<<4, 64>>>(in, out);
  window<<<4, 128>>>(in, out);
  line<<<4, argc>>>(in, out);
  dim3 block(argc * 32);
  line<<<4, block, 0, nullptr>>>(in, out);
  wraps<<<4, 64>>>(in, out, argc - 2);
}
//--- plan.yaml
kernels:
  - kernel: window
    stages:
      - tiles:
          - array: in
  - kernel: line
    stages:
      - tiles:
          - array: in
  - kernel: wraps
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
