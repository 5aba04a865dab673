// A kernel starts with blocks of another size: larger ones, smaller ones, with
// a tile, with several outputs, and where only the launch can tell.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2> %t/err | grep -v '// CHECK' > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: FileCheck %s --input-file=%t/err --check-prefix=SAY
// RUN: %tessera --cuda-path=none -q --plan=%t/plan.yaml %t/main.cu -o %t/moved.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/moved.cu
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/large.yaml %t/main.cu 2>&1 >/dev/null | FileCheck %s --check-prefix=LARGE
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/order.yaml %t/main.cu 2>&1 >/dev/null | FileCheck %s --check-prefix=ORDER
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/zero.yaml %t/main.cu 2>&1 >/dev/null | FileCheck %s --check-prefix=ZERO

// SAY: remark: 'scaled' starts with blocks of 256x1x1 threads instead of its own [tessera-relaunched]
// SAY: remark: 'planes' starts with blocks of 16x2x4 threads
// SAY: remark: 'squares' starts with blocks of 16x16x1 threads
// SAY: remark: 'turned' starts with blocks of 16x2x8 threads
// SAY: remark: each thread of 'turned' computes 2 outputs along z [tessera-coarsened]
// SAY: remark: 'unguarded' starts with
// SAY: remark: kernel 'apart' not changed: it uses threadIdx apart from blockIdx * blockDim
// SAY: remark: 'number' starts with blocks of 128x1x1 threads
// SAY: remark: kernel 'strides' not changed: it uses threadIdx apart from blockIdx * blockDim
// SAY: remark: kernel 'bounded' not changed: it has __launch_bounds__
// SAY: remark: kernel 'whole' not changed: it uses threadIdx or its kin as a whole
// SAY: remark: kernel 'called' not changed: a function it calls uses threadIdx or its kin
// SAY: remark: 'shown' starts with blocks of 128x1x1 threads
// SAY: remark: kernel 'together' not changed: its threads work together
// SAY: remark: kernel 'shuffled' not changed: its threads work together
// SAY: remark: kernel 'odd' not changed: its blocks and the new ones do not divide each other

// The text knows its threads by their numbers in the grid: it stays.
// CHECK-LABEL: __global__ void scaled(float *a, int n) {
// CHECK-NEXT:   int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   if (i < n)

// A block of one thread has its number as blockIdx. What tells threads beyond
// the grid from the others is the parameter that the grid's size is.
// CHECK-LABEL: __global__ void planes(float *a, int w, int h, int d) {
// CHECK-NEXT:   if (int(blockIdx.z * blockDim.z + threadIdx.z) >= d)
// CHECK-NEXT:     return;
// CHECK:        int z = blockIdx.z * blockDim.z + threadIdx.z;
// CHECK:        a[((blockIdx.z * blockDim.z + threadIdx.z) * h + y) * w + x] += z;

// CHECK-LABEL: __global__ void turned(
// CHECK:        __shared__ float out_tile[16][2][17];
// CHECK:        for (int r = 0; r < 2; ++r) {
// CHECK:          int z = (blockIdx.z * 2 + r) * blockDim.z + threadIdx.z;

// Nothing bounds the threads but the grid: the launch tests that.
// CHECK-LABEL: __global__ void unguarded(float *a) {
// CHECK:      __global__ void unguarded_tiled(float *a) {

// CHECK-LABEL: int main(
// CHECK:        scaled<<<dim3((blocks + 3) / 4), dim3(256)>>>(a, n);
// CHECK:        planes<<<dim3(grid.x * 2, (grid.y + 1) / 2, (grid.z + 3) / 4),
// CHECK-NEXT:            dim3(16, 2, 4)>>>(a, w, h, d);
// CHECK:        turned<<<dim3((w + 15) / 16, (h + 1) / 2, (d + 15) / 16), dim3(16, 2, 8)>>>(
// The user's variable stays in use.
// CHECK:        squares<<<dim3(cover.x * 2, (cover.y + 1) / 2, cover.z),
// CHECK-NEXT:             dim3(block.x / 2, block.y * 2)>>>(a, w, h);
// CHECK:        const bool tiles_fit = some % 2 == 0;
// CHECK-NEXT:   const dim3 tile_grid = tiles_fit ? dim3((some + 1) / 2) : dim3(some);
// CHECK:        (tiles_fit ? unguarded_tiled : unguarded)<<<tile_grid, tile_block>>>(a);

// LARGE: error: the plan does not fit the program: kernel 'scaled': a block has not that many threads
// ORDER: error: the plan does not fit the program: kernel 'scaled': 'threads' and 'relaunch' exclude each other
// ZERO: zero.yaml:2:5: 'relaunch' has three sizes, at least 1
//--- main.cu
#include <stdio.h>
#include <stdlib.h>

__global__ void scaled(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = a[i] * 3 + i;
}

__global__ void planes(float *a, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  int z = blockIdx.z;
  if (x < w && y < h)
    a[(blockIdx.z * h + y) * w + x] += z;
}

__global__ void squares(float *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    a[y * w + x] *= x - y;
}

__global__ void turned(const float *in, float *out, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h && z < d)
    out[(x * h + y) * d + z] = in[(z * h + y) * w + x];
}

__global__ void unguarded(float *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

__global__ void apart(float *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] += threadIdx.x;
}

__global__ void number(float *a) { a[blockIdx.x * 64 + threadIdx.x] += 1; }

__global__ void strides(float *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    a[i] += 2;
}

__global__ void __launch_bounds__(64) bounded(float *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

__global__ void whole(float *a) {
  dim3 b = blockDim;
  a[blockIdx.x * b.x + threadIdx.x] += 1;
}

__noinline__ __device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void called(float *a) { a[index()] += blockIdx.x * 0; }

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void shown(float *a) { a[INDEX] += 1; }

__global__ void together(float *a) {
  __shared__ float last[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  last[threadIdx.x] = a[i];
  __syncthreads();
  a[i] += last[63 - threadIdx.x];
}

__global__ void shuffled(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += __shfl_down_sync(0xffffffffu, a[i], 1);
}

__global__ void odd(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x]++; }

int main(int argc, char **argv) {
  int w = 37, h = 5, d = 19, n = w * h * d;
  int some = argc > 1 ? atoi(argv[1]) : 8;
  float *a, *b;
  cudaMallocManaged(&a, 4096 * sizeof(float));
  cudaMallocManaged(&b, 4096 * sizeof(float));
  for (int i = 0; i < 4096; i++)
    a[i] = b[i] = i % 17;
  int blocks = (n + 63) / 64;
  scaled<<<blocks, 64>>>(a, n);
  dim3 grid((w + 31) / 32, h, d);
  planes<<<grid, 32>>>(a, w, h, d);
  turned<<<dim3((w + 15) / 16, (h + 1) / 2, d), dim3(16, 2)>>>(a, b, w, h, d);
  const dim3 block(32, 8), cover((w + 31) / 32, (h + 7) / 8);
  squares<<<cover, block>>>(a, w, h);
  unguarded<<<some, 32>>>(a);
  unguarded<<<some + 1, 32>>>(a);
  apart<<<8, 64>>>(a);
  number<<<8, 64>>>(a);
  strides<<<2, 64>>>(a, n);
  bounded<<<8, 64>>>(a);
  whole<<<8, 64>>>(a);
  called<<<8, 64>>>(a);
  shown<<<8, 64>>>(a);
  together<<<8, 64>>>(a);
  shuffled<<<8, 64>>>(a);
  odd<<<8, 48>>>(a);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; i++)
    sum += a[i] * (i % 13) + b[i] * (i % 7);
  printf("%g\n", sum);
}
//--- plan.yaml
kernels:
  - { kernel: scaled, relaunch: [ 256, 1, 1 ] }
  - { kernel: planes, relaunch: [ 16, 2, 4 ] }
  - kernel: turned
    relaunch: [ 16, 2, 8 ]
    coarsen: [ { axis: z, factor: 2 } ]
    stages: [ { tiles: [ { array: out } ] } ]
  - { kernel: squares, relaunch: [ 16, 16, 1 ] }
  - { kernel: unguarded, relaunch: [ 64, 1, 1 ] }
  - { kernel: apart, relaunch: [ 128, 1, 1 ] }
  - { kernel: number, relaunch: [ 128, 1, 1 ] }
  - { kernel: strides, relaunch: [ 128, 1, 1 ] }
  - { kernel: bounded, relaunch: [ 128, 1, 1 ] }
  - { kernel: whole, relaunch: [ 128, 1, 1 ] }
  - { kernel: called, relaunch: [ 128, 1, 1 ] }
  - { kernel: shown, relaunch: [ 128, 1, 1 ] }
  - { kernel: together, relaunch: [ 128, 1, 1 ] }
  - { kernel: shuffled, relaunch: [ 128, 1, 1 ] }
  - { kernel: odd, relaunch: [ 32, 1, 1 ] }
//--- large.yaml
kernels:
  - { kernel: scaled, relaunch: [ 2048, 1, 1 ] }
//--- order.yaml
kernels:
  - { kernel: scaled, relaunch: [ 256, 1, 1 ], threads: yxz }
//--- zero.yaml
kernels:
  - kernel: scaled
    relaunch: [ 256, 0, 1 ]
