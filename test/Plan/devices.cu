// What is worth staging depends on the device. These are measured facts: on a
// GPU with caches a tile pays where all threads of a block share what they
// read, and costs time for a stencil of five points; without caches both pay.
// RUN: %tessera --cuda-path=none --no-transfers --gpu=sm_90 %s 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefixes=ALL,CACHE
// RUN: %tessera --cuda-path=none --no-transfers --gpu=sm_13 %s 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefixes=ALL,NOCACHE
#define N 1024
__global__ float A[N][N], B[N][N], C[N][N];

__global__ void matmul() {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++)
    // ALL: :[[@LINE+2]]:12: remark: staged 'A' in shared memory: {{[0-9]+}} bytes per block
    // ALL: :[[@LINE+1]]:22: remark: staged 'B' in shared memory: {{[0-9]+}} bytes per block
    sum += A[i][k] * B[k][j];
  C[i][j] = sum;
}

__global__ void all_pairs(const float2 *x, float *force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    // ALL: :[[@LINE+1]]:13: remark: staged 'x'
    sum += (x[k].x - 1) / (1 + x[k].y * x[k].y);
  force[i] = sum;
}

__global__ void five_points(const float *in, float *out) {
  int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  // CACHE: :[[@LINE+2]]:21: remark: 'in' not staged: estimated gain 0.{{[0-9]+}} is below
  // NOCACHE: :[[@LINE+1]]:21: remark: staged 'in'
  out[i * N + j] = (in[i * N + j] + in[(i - 1) * N + j] + in[(i + 1) * N + j] +
                    in[i * N + j - 1] + in[i * N + j + 1]) /
                   5;
}

__global__ void scale(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // ALL: :[[@LINE+1]]:14: remark: 'x' not staged: each element is read once per block
  y[i] = 3 * x[i];
}

int main(int argc, char **argv) {
  float *x, *y;
  cudaMalloc(&x, N * N * sizeof(float));
  cudaMalloc(&y, N * N * sizeof(float));
  matmul<<<dim3(N / 16, N / 16), dim3(16, 16)>>>();
  all_pairs<<<N / 128, 128>>>((float2 *)x, y, argc);
  five_points<<<dim3(N / 32 - 1, N / 8 - 1), dim3(32, 8)>>>(x, y);
  scale<<<N / 128, 128>>>(x, y);
}
