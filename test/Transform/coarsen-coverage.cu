// A coarser grid has more threads than the user's where the factor does not
// divide it. Either guards keep them from doing anything, if the user's grid
// covers all that the guards let through, or the factor must divide.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/main.cu | FileCheck %s

// CHECK:      const bool tiles_fit = (long long)blocks * 32 >= (long long)n;
// CHECK-NEXT: const dim3 tile_grid = tiles_fit ? dim3((blocks + 3) / 4) : dim3(blocks);
// CHECK-NEXT: (tiles_fit ? guarded_tiled : guarded)<<<tile_grid, 32>>>(in, out, n);
// A launch whose sizes are in the text needs no test, or never passes it.
// CHECK-NEXT: guarded_tiled<<<dim3((30 + 3) / 4), 32>>>(in, out, 900);
// CHECK-NEXT: guarded<<<10, 32>>>(in, out, 900);
// What can be evaluated once only is not part of a test.
// CHECK:      const bool tiles_fit2 = blocks % 4 == 0;
// CHECK:      (tiles_fit2 ? guarded_tiled : guarded)<<<tile_grid2, 32>>>(in, out, n++);
// CHECK:      const bool tiles_fit3 = blocks % 4 == 0;
// CHECK:      (tiles_fit3 ? unguarded_tiled : unguarded)<<<tile_grid3, 32>>>(
// CHECK:      unguarded_tiled<<<dim3((28 + 3) / 4), 32>>>(in, out);
// CHECK-NEXT: unguarded<<<27, 32>>>(in, out);
// A guard around the writes alone does not keep reads in bounds.
// CHECK:      const bool tiles_fit4 = blocks % 4 == 0;
//--- plan.yaml
kernels:
  - kernel: guarded
    coarsen:
      - { axis: x, factor: 4 }
  - kernel: unguarded
    coarsen:
      - { axis: x, factor: 4 }
  - kernel: half_guarded
    coarsen:
      - { axis: x, factor: 4 }
//--- main.cu
__global__ void guarded(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = 2 * in[i];
}

__global__ void unguarded(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}

__global__ void half_guarded(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (i < n)
    out[i] = 2 * x;
}

int main(int argc, char **argv) {
  float *in, *out;
  int n = argc * 100, blocks = (n + 31) / 32;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  guarded<<<blocks, 32>>>(in, out, n);
  guarded<<<30, 32>>>(in, out, 900);
  guarded<<<10, 32>>>(in, out, 900);
  guarded<<<blocks, 32>>>(in, out, n++);
  unguarded<<<blocks, 32>>>(in, out);
  unguarded<<<28, 32>>>(in, out);
  unguarded<<<27, 32>>>(in, out);
  half_guarded<<<blocks, 32>>>(in, out, n);
}
