// Code around a barrier of the kernel's own cannot get predicates if threads may
// be gone before it; dynamic shared memory of its own has no known end.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/err
// RUN: diff %t/main.cu %t/out.cu
// CHECK: main.cu:11:3: remark: 'b' not staged: not all threads may reach a barrier of the kernel's own, and code around it would have to move [tessera-has-barrier]
// CHECK: main.cu:24:3: remark: 'out' not staged: not all threads may reach a barrier
// CHECK: main.cu:28:17: remark: 'b' not staged: how much shared memory the launches give the kernel is not known [tessera-has-barrier]
// CHECK: main.cu:38:17: remark: 'b' not staged: the kernel uses dynamic shared memory itself [tessera-has-barrier]
//--- main.cu
__device__ float a[512], b[64], out[64][512];
__global__ void leaves(int n) {
  __shared__ float part[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += a[i] * b[k];
  part[threadIdx.x] = sum;
  __syncthreads();
  out[0][i] = part[threadIdx.x];
}

__global__ void transposed(int n) {
  __shared__ float part[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  part[threadIdx.x] = a[i];
  if (i >= n)
    return;
  out[threadIdx.x][blockIdx.x] = part[threadIdx.x];
  if (a[0] > 3)
    return;
  __syncthreads();
  out[threadIdx.x][blockIdx.x] += part[threadIdx.x];
}

__global__ void dynamic() {
  extern __shared__ float part[];
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += a[k] * b[k];
  part[threadIdx.x] = sum;
  __syncthreads();
  out[0][threadIdx.x] = part[63 - threadIdx.x];
}

__global__ void sizes(int n) {
  extern __shared__ float part[];
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += b[k];
  part[threadIdx.x] = sum;
  __syncthreads();
  out[0][threadIdx.x] = part[63 - threadIdx.x];
}

int main(int argc, char **argv) {
  leaves<<<8, 64>>>(500);
  transposed<<<8, 64>>>(512);
  dynamic<<<1, 64, argc * 256>>>();
  sizes<<<1, 64, 256>>>(argc);
}
//--- plan.yaml
kernels:
  - kernel: leaves
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: b
  - kernel: transposed
    stages:
      - tiles:
          - array: out
  - kernel: dynamic
    stages:
      - tiles:
          - array: b
  - kernel: sizes
    stages:
      - tiles:
          - array: b
