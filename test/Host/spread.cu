// With --gpus=all every GPU runs a part of each grid and owns the rows that it
// writes; the rows around them are exchanged behind each launch.
// RUN: %tessera --cuda-path=none --gpus=all --print=plan %s 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 4 %s %t.cu
// RUN: %tessera-verify --devices 2 --seeds 4 %s %t.cu
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.cu
// RUN: %tessera-verify --devices 4 --seeds 4 %s %t.cu
// RUN: %tessera-run --devices 3 --trace-copies %t.cu 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: %tessera -q --cuda-path=none --gpus=all --check %t.cu
#include <stdio.h>
#define N 50
#define T 8

// PLAN: upload a before line [[#]]
// PLAN: on all GPUs in 7 shares: 8 rows of a, 1 before and 1 behind, 8 rows of b, 1 before and 1 behind
// PLAN-NEXT: launch0 with shares of 1 blocks along y, then exchanges b
// PLAN-NEXT: launch1 with shares of 1 blocks along y, then exchanges a

// CHECK: static float (*a_dev[max_gpus])[N];
// CHECK: __global__ void blur({{.*}}
// CHECK-NEXT: {{.*}}unsigned int first_block) {
// CHECK-NEXT: int i = (first_block + blockIdx.y) * T + threadIdx.y;
__global__ float a[N][N], b[N][N];
__global__ void blur(const float in[N][N], float out[N][N]) {
  int i = blockIdx.y * T + threadIdx.y;
  int j = blockIdx.x * T + threadIdx.x;
  if (i > 0 && i < N - 1 && j > 0 && j < N - 1)
    out[i][j] = 0.25f * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] +
                         in[i][j + 1]);
}

// CHECK: // All GPUs share the work.
// CHECK-NEXT: find_gpus();
// CHECK: for (int gpu = 0; gpu < gpus; ++gpu) {
// CHECK-NEXT: CUDA_CHECK(cudaSetDevice(gpu));
// CHECK-NEXT: CUDA_CHECK(device_malloc(&a_dev[gpu], sizeof(a)));
// CHECK-NEXT: CUDA_CHECK(device_malloc(&b_dev[gpu], sizeof(b)));
// CHECK-NEXT: }
// CHECK-NEXT: CUDA_CHECK(cudaSetDevice(0));
// CHECK: upload_rows(a_dev, a, Rows(N, 7, 8, 1, 1));
// CHECK: // Each GPU runs the blocks of its shares.
// CHECK-NEXT: const unsigned int blocks = grid.y;
// CHECK-NEXT: for (int gpu = 0; gpu < gpus; ++gpu) {
// CHECK-NEXT: const unsigned int first = first_of(gpu, blocks, 7, 1);
// CHECK-NEXT: const unsigned int last = first_of(gpu + 1, blocks, 7, 1);
// CHECK-NEXT: CUDA_CHECK(cudaSetDevice(gpu));
// CHECK-NEXT: if (first < last)
// CHECK-NEXT: blur<<<dim3(grid.x, last - first), dim3(T, T)>>>(a_dev[gpu],
// CHECK-NEXT: b_dev[gpu], first);
// CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
// CHECK-NEXT: }
// CHECK-NEXT: CUDA_CHECK(cudaSetDevice(0));
// CHECK-NEXT: exchange_rows(b_dev, Rows(N, 7, 8, 1, 1));
// CHECK: read_back_rows(a, a_dev, Rows(N, 7, 8, 1, 1));
// CHECK: for (int gpu = 0; gpu < gpus; ++gpu) {
// CHECK-NEXT: CUDA_CHECK(cudaFree(a_dev[gpu]));
// CHECK-NEXT: CUDA_CHECK(cudaFree(b_dev[gpu]));
// CHECK-NEXT: }

// 16, 16 and 18 rows of 200 bytes, with one row around on each side that has
// one; two rows at each of two seams for each of six launches.
// TRACE: 'a_dev[gpu]' to GPU 0, 3400 bytes
// TRACE: 'a_dev[gpu]' to GPU 1, 3600 bytes
// TRACE: 'a_dev[gpu]' to GPU 2, 3800 bytes
// TRACE: 33 copies, 21600 bytes to the device, 10000 bytes to the host, 4800 between GPUs
int main() {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = (i * 31 + j * 17) % 1000;
  dim3 grid((N + T - 1) / T, (N + T - 1) / T);
  for (int t = 0; t < 3; t++) {
    blur<<<grid, dim3(T, T)>>>(a, b);
    blur<<<grid, dim3(T, T)>>>(b, a);
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 0.75 + a[i][j];
  printf("%.17g\n", sum);
}
