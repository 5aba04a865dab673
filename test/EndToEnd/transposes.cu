// Coalescing without reuse: transposes that store or load far apart, rows of a
// thread, swapped axes; sizes that blocks do not divide.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera --cuda-path=none --gpu=Tesla-C2050 %s -o %t.old.cu 2> %t.old.err
// RUN: FileCheck %s --input-file=%t.old.err --check-prefix=OLD
// RUN: %tessera-verify --seeds 2 %s %t.old.cu
// RUN: %tessera --cuda-path=none -q %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu
#include <stdio.h>

// Few blocks: smaller ones keep more multiprocessors busy.
// CHECK-DAG: :[[@LINE+1]]:17: remark: 'transpose' starts with blocks of 8x32x1 threads
__global__ void transpose(const float *in, float *out, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows)
    // OLD-DAG: :[[@LINE+1]]:5: remark: 'out' is written in shared memory and stored from there
    out[x * rows + y] = in[y * columns + x];
}

__global__ void gather(const float *in, float *out, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < rows && y < columns)
    // OLD-DAG: :[[@LINE+1]]:29: remark: staged 'in' in shared memory
    out[y * rows + x] = 2 * in[x * columns + y];
}

// CHECK-DAG: :[[@LINE+1]]:17: remark: the threads of 'swapped' are numbered in the order yxz
__global__ void swapped(const float *in, float *out, int rows, int columns) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  int x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows)
    out[y * columns + x] += in[y * columns + x];
}

// CHECK-DAG: :[[@LINE+1]]:17: remark: 'volume' starts with blocks of 8x1x32 threads
__global__ void volume(float *a, int nz, int ny, int nx) {
  int z = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz)
    a[(z * ny + y) * nx + x] *= 3;
}

__global__ void powers(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float p = x[i];
  for (int k = 0; k < 10; k++) {
    // CHECK-DAG: :[[@LINE+1]]:5: remark: 'out' is written in shared memory and stored from there: 2816 bytes
    out[i * 10 + k] = p;
    p *= x[i];
  }
}

__device__ float table[90][70];
__global__ void scale(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 70; k++)
    if (i < n)
      // CHECK-DAG: :[[@LINE+1]]:7: remark: 'table' is written in shared memory and stored from there:
      table[i][k] = 0.5f * table[i][k] + k;
}
__global__ void fill(float *a) {
  for (int i = threadIdx.x; i < 90 * 70; i += 64)
    a[i] = table[i / 70][i % 70];
}

__global__ void row_sums(const float *in, float *sums, float *running, int w,
                         int h) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    // A number needs no test.
    // TEXT: float sums_y = 0;
    sums[y] = 0;
    for (int x = 0; x < w; x++) {
      sums[y] += in[y * w + x];
      // TEXT: running_tile[threadIdx.x][x - x0] = sums_y;
      running[y * w + x] = sums[y];
    }
    // TEXT: if (active)
    // TEXT-NEXT: sums[y] = sums_y;
  }
}

int main() {
  const int n = 70, m = 90;
  float *a, *b, *c, *v;
  float *d, *e;
  cudaMallocManaged(&a, n * m * sizeof(float));
  cudaMallocManaged(&b, n * m * sizeof(float));
  cudaMallocManaged(&c, n * 10 * sizeof(float));
  cudaMallocManaged(&v, n * 30 * 20 * sizeof(float));
  cudaMallocManaged(&d, n * m * sizeof(float));
  cudaMallocManaged(&e, n * m * sizeof(float));
  for (int i = 0; i < n * m; i++)
    a[i] = d[i] = i % 1000, b[i] = 0;
  for (int i = 0; i < n * 30 * 20; i++)
    v[i] = i;
  transpose<<<dim3(3, 3), dim3(32, 32)>>>(a, b, n, m);
  gather<<<dim3(3, 3), dim3(32, 32)>>>(d, e, n, m);
  swapped<<<dim3(5, 12), dim3(16, 8)>>>(b, a, n, m);
  volume<<<dim3(18, 4, 3), dim3(4, 8, 8)>>>(v, n, 30, 20);
  powers<<<3, 64>>>(b, c, n);
  scale<<<3, 32>>>(m);
  scale<<<3, 32>>>(m);
  fill<<<1, 64>>>(b);
  float *s, *r;
  cudaMallocManaged(&s, m * sizeof(float));
  cudaMallocManaged(&r, n * m * sizeof(float));
  row_sums<<<3, 32>>>(a, s, r, n, m);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n * m; i++)
    sum += a[i] * (i % 7) + b[i] * (i % 11) + e[i] * (i % 13);
  for (int i = 0; i < n * m; i++)
    sum += r[i] * (i % 5) + s[i % m];
  for (int i = 0; i < n * 10; i++)
    sum += c[i];
  for (int i = 0; i < n * 30 * 20; i++)
    sum += v[i] * (i % 3);
  printf("%.17g\n", sum);
}
