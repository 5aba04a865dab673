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
