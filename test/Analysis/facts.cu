// The facts about a kernel, once for each shape of its launches.
// RUN: %tessera --cuda-path=none --print=facts %s | FileCheck %s
#define N 512
__global__ void matmul(const float *A, const float *B, float *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += A[i * N + k] * B[k * N + j];
  C[i * N + j] = sum;
}

__global__ void triangle(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < i; k++)
    sum += in[k] + in[(int)in[k]];
  out[i] = sum;
}

int main(int argc, char **argv) {
  float *A, *B, *C;
  cudaMalloc(&A, N * N * sizeof(float));
  cudaMalloc(&B, N * N * sizeof(float));
  cudaMalloc(&C, N * N * sizeof(float));
  matmul<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(A, B, C);
  matmul<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(B, A, C);
  matmul<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(A, B, C);
  triangle<<<8, 64>>>(A, B, argc);
}

// CHECK-LABEL: facts of matmul for grid 32x32x1 block 16x16x1
// CHECK:   array A: read strides (512, 1)
// CHECK:     access0: (by * 16 + ty, k) 16 sectors in 8 requests, coalesced
// CHECK:     at k by 16 from k0:
// CHECK-NEXT: tile [by * 16 : 16][k0 : 16] of access0
// CHECK-NEXT: accesses 4096, after registers 4096, elements 256, sharing 16.00, reuse inter-thread
// CHECK-NEXT: loads of the grid 134217728 -> 8388608
// CHECK-LABEL: facts of matmul for grid 16x64x1 block 32x8x1
// CHECK-LABEL: facts of triangle
