// A launch of 32 warps: each round of the loop waits for 'a' in any case. With
// more of them, or where tiles serve both, they pay.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s 2>&1 >/dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s -- -DBLOCKS=1024 2>&1 >/dev/null | FileCheck %s --check-prefix=MANY
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s 2>&1 >/dev/null | FileCheck %s --check-prefix=BOTH
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s -- -DGRID=count 2>&1 >/dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never --array=x:shared %s 2>&1 >/dev/null | FileCheck %s --check-prefix=MANY
#ifndef BLOCKS
#define BLOCKS 8
#endif
#ifndef GRID
#define GRID BLOCKS
#endif
__global__ void product(const float *__restrict__ a, const double *__restrict__ x, float *y) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float s = 0;
  if (i >= BLOCKS * 128) // as good as a known grid
    return;
  for (int k = 0; k <= i * 100; k++)
    // CHECK: :[[@LINE+2]]:36: remark: 'x' not staged: the launches have few warps, which wait for the other accesses of the loop in any case [tessera-few-warps]
    // MANY: :[[@LINE+1]]:36: remark: staged 'x' in shared memory
    s += a[k * BLOCKS * 128 + i] * x[k];
  y[i] = s;
}
__global__ void correlate(const float *__restrict__ a, const double *__restrict__ x, float *y) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float s = 0;
  for (int k = 0; k <= i * 100; k++)
    // BOTH-DAG: :[[@LINE+2]]:10: remark: staged 'a' in shared memory
    // BOTH-DAG: :[[@LINE+1]]:21: remark: staged 'x' in shared memory
    s += a[k + i] * x[k];
  y[i] = s;
}
// Only run time knows the grid: a matrix with a row for each of very many
// threads and of many elements would not fit the memory.
__global__ void columns(const float *__restrict__ a, const double *__restrict__ x, float *y, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  if (i >= n)
    return;
  for (int k = 0; k < m; k++)
    // CHECK: :[[@LINE+1]]:25: remark: 'x' not staged: the launches have few warps
    s += a[k * n + i] * x[k];
  y[i] = s;
}
__global__ void windows(const float *__restrict__ a, const double *__restrict__ x, float *y, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  if (i >= n)
    return;
  for (int k = 0; k < m; k++)
    // BOTH-DAG: :[[@LINE+1]]:25: remark: staged 'x' in shared memory
    s += a[i + k * 2] * x[k];
  y[i] = s;
}

int main(int argc, char **argv) {
  int count = BLOCKS + argc;
  float *a, *y;
  double *x;
  cudaMalloc(&a, BLOCKS * 128ul * BLOCKS * 12800 * sizeof(float));
  cudaMalloc(&x, BLOCKS * 128ul * 100 * sizeof(double));
  cudaMalloc(&y, BLOCKS * 128 * sizeof(float));
  product<<<GRID, 128>>>(a, x, y);
  correlate<<<BLOCKS, 128>>>(a, x, y);
  columns<<<count, 128>>>(a, x, y, count * 128, 100);
  windows<<<count, 128>>>(a, x, y, count * 128, 100);
}
