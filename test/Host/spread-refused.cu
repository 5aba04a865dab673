// Programs that stay on one GPU, each for a reason that a remark gives.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --gpus=all %t/scattered.cu 2>&1 | FileCheck %s --check-prefix=SCATTERED --implicit-check-not=cudaSetDevice
// SCATTERED: scattered.cu:12:3: remark: the program uses one GPU: it is not proved that blocks along x write different rows of 'a' [tessera-not-spread]
// RUN: %tessera --cuda-path=none --gpus=all %t/sum.cu 2>&1 | FileCheck %s --check-prefix=SUM --implicit-check-not=cudaSetDevice
// SUM: the program uses one GPU: all blocks may change 'sum' atomically, and each GPU has a copy of its own [tessera-not-spread]
// RUN: %tessera --cuda-path=none --gpus=all %t/histogram.cu 2>&1 | FileCheck %s --check-prefix=HISTOGRAM --implicit-check-not=cudaSetDevice
// HISTOGRAM: the program uses one GPU: all blocks may change 'bins' atomically, and each GPU has a copy of its own [tessera-not-spread]
// RUN: %tessera --cuda-path=none --gpus=all %t/table.cu 2>&1 | FileCheck %s --check-prefix=TABLE --implicit-check-not=find_gpus
// TABLE: remark: the program uses one GPU: 'lookup' uses a variable that each GPU has for itself
// RUN: %tessera --cuda-path=none --gpus=all %t/constants.cu 2>&1 | FileCheck %s --check-prefix=TABLE --implicit-check-not=find_gpus
// RUN: %tessera --cuda-path=none --gpus=all %t/address.cu 2>&1 | FileCheck %s --check-prefix=TABLE --implicit-check-not=find_gpus
// RUN: %tessera --cuda-path=none --gpus=all %t/chosen.cu 2>&1 | FileCheck %s --check-prefix=CHOSEN --implicit-check-not=find_gpus
// CHOSEN: remark: the program uses one GPU: the program chooses its GPU itself
// RUN: %tessera --cuda-path=none --gpus=all %t/axes.cu 2>&1 | FileCheck %s --check-prefix=AXES --implicit-check-not=find_gpus
// AXES: remark: the program uses one GPU: the launches divide 'b' in different ways
// RUN: %tessera --cuda-path=none --gpus=all %t/small.cu 2>&1 | FileCheck %s --check-prefix=SMALL --implicit-check-not=find_gpus
// SMALL: remark: the program uses one GPU: the grid of 'fill' has one block
// RUN: %tessera --cuda-path=none %t/small.cu 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=not-spread
// ONE: __global__

//--- scattered.cu
#include <stdio.h>
#define N 100
__global__ int a[N], to[N];
__global__ void scatter() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[to[i]] = i;
}
int main() {
  for (int i = 0; i < N; i++) {
    to[i] = (7 * i) % N;
  }
  scatter<<<10, 10>>>();
  printf("%d\n", a[3]);
}

//--- sum.cu
#include <stdio.h>
#define N 100
__global__ int a[N], sum;
__global__ void add() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum, a[i]);
}
int main() {
  for (int i = 0; i < N; i++)
    a[i] = i;
  add<<<10, 10>>>();
  printf("%d\n", sum);
}

//--- histogram.cu
#include <stdio.h>
#define N 100
__global__ int a[N], bins[8];
__global__ void count(const int *a, int *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[a[i] % 8], 1);
}
int main() {
  for (int i = 0; i < N; i++)
    a[i] = i;
  count<<<10, 10>>>(a, bins);
  printf("%d\n", bins[3]);
}

//--- table.cu
#include <stdio.h>
#define N 100
__device__ int table[4] = {1, 2, 3, 4};
__global__ int a[N];
__global__ void lookup() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = table[i % 4];
}
int main() {
  lookup<<<10, 10>>>();
  printf("%d\n", a[3]);
}

//--- constants.cu
#include <stdio.h>
#define N 100
__constant__ int table[4];
__global__ int a[N];
__global__ void lookup() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = table[i % 4];
}
int main() {
  int values[4] = {1, 2, 3, 4};
  if (cudaMemcpyToSymbol(table, values, sizeof values) != cudaSuccess)
    return 1;
  lookup<<<10, 10>>>();
  printf("%d\n", a[3]);
}

//--- address.cu
#include <stdio.h>
#define N 100
__constant__ int table[4];
__global__ int a[N];
__global__ void lookup() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = table[i % 4];
}
int main() {
  int values[4] = {1, 2, 3, 4};
  void *to;
  cudaGetSymbolAddress(&to, table);
  cudaMemcpy(to, values, sizeof values, cudaMemcpyHostToDevice);
  lookup<<<10, 10>>>();
  printf("%d\n", a[3]);
}

//--- chosen.cu
#include <stdio.h>
#define N 100
__global__ int a[N];
__global__ void fill() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
}
int main() {
  cudaSetDevice(0);
  fill<<<10, 10>>>();
  printf("%d\n", a[3]);
}

//--- axes.cu
#include <stdio.h>
#define N 32
__global__ int a[N][N], b[N][N];
__global__ void rows() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < N; j++) {
    a[i][j] = i;
    b[i][j] = j;
  }
}
__global__ void pairs() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < N; j++) {
    a[i][j] += 1;
    b[2 * i][j] += 1;
    b[2 * i + 1][j] += 1;
  }
}
int main() {
  rows<<<4, 8>>>();
  pairs<<<2, 8>>>();
  printf("%d %d\n", a[3][4], b[3][4]);
}

//--- small.cu
#include <stdio.h>
#define N 100
__global__ int a[N];
__global__ void fill() { a[threadIdx.x] = threadIdx.x; }
int main() {
  fill<<<1, N>>>();
  printf("%d\n", a[3]);
}
