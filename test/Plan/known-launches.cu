// Of launches whose blocks are known, the rounds of multiprocessors are, too:
// strips of several outputs are taken where their blocks fill a round. A tile of
// one matrix alone, or of few cells, is not: each round of the loop waits for
// the other. These are measured facts.
// RUN: %tessera --cuda-path=none --no-transfers --print=plan %s -- -DN=768 2>/dev/null | FileCheck %s --check-prefix=FILLS
// RUN: %tessera --cuda-path=none --no-transfers --print=plan %s -- -DN=256 -DB=16 2>/dev/null | FileCheck %s --check-prefix=SMALL
// RUN: %tessera --cuda-path=none --no-transfers --print=plan %s -- -DN=512 2>/dev/null | FileCheck %s --check-prefix=WAITS
#ifndef B
#define B 32
#endif
// FILLS: # product 32x32x1
// FILLS: 8y k/8:a*4,b*4 {{.*}} chosen
// SMALL: # product 16x16x1
// SMALL: 4y k/32:a*4,b*4 {{.*}} chosen
// WAITS: # product 32x32x1
// WAITS: k/32:b {{.*}} does-not-pay
// WAITS: 'b' not staged: estimated gain 0.{{[0-9]+}} is below 0.97 [does-not-pay]
// WAITS-NOT: chosen
// WAITS: # weighted 256x1x1
// WAITS: start:w {{.*}} does-not-pay
// WAITS-NOT: - kernel:
__global__ void product(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

__global__ void weighted(const float *__restrict__ in, const float *__restrict__ w, float *__restrict__ out) {
  __shared__ float cells[256 + 8];
  int i = blockIdx.x * 256 + threadIdx.x;
  cells[threadIdx.x + 4] = in[i + 4];
  if (threadIdx.x < 4) {
    cells[threadIdx.x] = in[i];
    cells[threadIdx.x + 260] = in[i + 260];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 1; k <= 4; k++)
    sum += w[k] * (cells[threadIdx.x + 4 + k] - cells[threadIdx.x + 4 - k]);
  out[i] = sum;
}

void run(const float *a, const float *b, float *c) {
  product<<<dim3((N + B - 1) / B, (N + B - 1) / B), dim3(B, B)>>>(a, b, c, N);
  weighted<<<4096, 256>>>(a, b, c);
}
