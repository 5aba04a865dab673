// The axes of a block change places: what the user numbers by threadIdx.y is
// numbered by threadIdx.x. Blocks keep their ids.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: FileCheck %s --input-file=%t/err --check-prefix=SAY
// RUN: %tessera --cuda-path=none -q --plan=%t/plan.yaml %t/main.cu -o %t/moved.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/moved.cu

// SAY: remark: the threads of 'swapped' are numbered in the order yxz: neighbours access neighbouring elements [tessera-threads-reordered]
// SAY: remark: the threads of 'cube' are numbered in the order zyx
// SAY: remark: the threads of 'bounded' are numbered in the order yxz: neighbours access neighbouring elements [tessera-threads-reordered]
// SAY: remark: kernel 'whole' not changed: it uses threadIdx or blockDim as a whole
// SAY: remark: the threads of 'shown' are numbered in the order yxz: neighbours access neighbouring elements [tessera-threads-reordered]
// SAY-NOT: reordered
// SAY: remark: kernel 'called' not changed: a function it calls uses threadIdx or blockDim

// CHECK-LABEL: __global__ void swapped(
// CHECK-NEXT:   int ix = blockIdx.y * blockDim.x + threadIdx.x;
// CHECK-NEXT:   int iy = blockIdx.x * blockDim.y + threadIdx.y;

// CHECK-LABEL: __global__ void cube(
// CHECK-NEXT:   int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

// CHECK-LABEL: __global__ void __launch_bounds__(128) bounded(
// CHECK-NEXT:   int i = blockIdx.x * 128 + threadIdx.y * 16 + threadIdx.x;
// CHECK:        block_tile[threadIdx.x + threadIdx.y * 16] = i;

// CHECK-LABEL: int main(
// CHECK:        swapped<<<dim3(7, 5), dim3(8, 16, 1)>>>(a, N);
// CHECK-NEXT:   swapped<<<grid, dim3(block.y, block.x, block.z)>>>(a, N);
// CHECK-NEXT:   cube<<<2, dim3(8, 4, 2)>>>(b);
// CHECK-NEXT:   bounded<<<4, dim3(16, 8, 1)>>>(b);
//--- main.cu
#include <stdio.h>
#define N 70

__global__ void swapped(float *a, int n) {
  int ix = blockIdx.y * blockDim.y + threadIdx.y;
  int iy = blockIdx.x * blockDim.x + threadIdx.x;
  if (ix < n && iy < n)
    a[iy * n + ix] += ix - 2 * iy;
}

__global__ void cube(float *a) {
  int i = (threadIdx.x * blockDim.y + threadIdx.y) * blockDim.z + threadIdx.z;
  a[blockIdx.x * 64 + i] += 3 * threadIdx.x + 5 * threadIdx.y + 7 * threadIdx.z;
}

__global__ void __launch_bounds__(128) bounded(float *block) {
  int i = blockIdx.x * 128 + threadIdx.x * 16 + threadIdx.y;
  block[i] = i;
}

__global__ void whole(float *a) {
  uint3 t = threadIdx;
  a[t.x * 16 + t.y] += 1;
}

#define ROW (threadIdx.x * 16)
__global__ void shown(float *a) { a[ROW + threadIdx.y] += 1; }

__noinline__ __device__ int row() { return threadIdx.x; }
__global__ void called(float *a) {
  int i = row();
  a[threadIdx.x * 16 + threadIdx.y] += i;
}

int main() {
  float *a, *b;
  cudaMallocManaged(&a, N * N * sizeof(float));
  cudaMallocManaged(&b, 512 * sizeof(float));
  for (int i = 0; i < N * N; i++)
    a[i] = i % 11;
  for (int i = 0; i < 512; i++)
    b[i] = i % 13;
  dim3 grid(5, 9), block(16, 8);
  swapped<<<dim3(7, 5), dim3(16, 8)>>>(a, N);
  swapped<<<grid, block>>>(a, N);
  cube<<<2, dim3(2, 4, 8)>>>(b);
  bounded<<<4, dim3(8, 16)>>>(b);
  whole<<<1, dim3(16, 16)>>>(a);
  shown<<<1, dim3(16, 16)>>>(a);
  called<<<1, dim3(16, 16)>>>(a);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum += a[i] * (i % 17);
  for (int i = 0; i < 512; i++)
    sum += b[i] * i;
  printf("%g\n", sum);
}
//--- plan.yaml
kernels:
  - kernel: swapped
    threads: yxz
  - kernel: cube
    threads: zyx
  - kernel: bounded
    threads: yxz
    stages:
      - tiles:
          - array: block
  - kernel: whole
    threads: yxz
  - kernel: shown
    threads: yxz
  - kernel: called
    threads: yxz
