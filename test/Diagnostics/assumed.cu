// What the source says about parameters and arrays counts as true: the kernel
// is replaced in place, and its launch tests nothing. Otherwise it does.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.cu
// RUN: grep -v 'tessera: assume' %s > %t.without.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=never %t.without.cu | FileCheck %s --check-prefix=WITHOUT

#define TILE 16
// CHECK: :[[@LINE+3]]:1: remark: taken as true, and not tested: n % TILE == 0 && n >= 2 * TILE, in all launches of 'multiply' [tessera-assumed]
// CHECK: :[[@LINE+2]]:1: remark: taken as true, and not tested: no alias(a, c), in all launches of 'multiply' [tessera-assumed]
// CHECK: :[[@LINE+1]]:1: remark: taken as true, and not tested: no alias(b, c), in all launches of 'multiply' [tessera-assumed]
// tessera: assume n % TILE == 0 && n >= 2 * TILE; assume no alias(a, c); assume no alias(b, c)
__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  if (row < n && col < n) {
    for (int k = 0; k < n; k++)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}
// RESULT: void multiply(
// RESULT: a_tile[threadIdx.y][threadIdx.x] = a[a_y * n + k0 + threadIdx.x];
// RESULT: for (int k = k0; k < k0 + 16; k++)
// WITHOUT: void multiply_tiled(
// WITHOUT: for (int k = k0; k < k0 + 16 && k < n; k++)

void multiply_all(const float *a, const float *b, float *c, int n) {
  dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
  // RESULT: dim3 block
  // RESULT-NOT: {{bool|tiled}}
  // RESULT: multiply<<<grid, block>>>(a, b, c, n);
  // WITHOUT: (tiles_fit ? multiply_tiled
  multiply<<<grid, block>>>(a, b, c, n);
}
