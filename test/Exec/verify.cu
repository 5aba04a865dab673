// A rewritten program is compared with its original: a managed array there is
// an array of the host here, with copies.
// RUN: split-file %s %t
// RUN: %tessera-verify %t/original.cu %t/rewritten.cu | FileCheck %s --check-prefix=SAME
// SAME: same: output, exit code and 3 arrays, 2 orders of execution
//
// A wrong tile: the element is named.
// RUN: not %tessera-verify -DWRONG_TILE %t/original.cu %t/rewritten.cu 2>&1 | FileCheck %s --check-prefix=TILE
// TILE: tessera-verify: error: 'c'[0][10] is 3434 in the original and 3404 in the rewritten program, written by launch 1 of kernel 'product' and by no kernel; {{.*}} (seed 0) [different]
//
// A missing barrier fails a check at once; without that check another order of
// the threads gives another result.
// RUN: not %tessera-verify -DNO_BARRIER %t/original.cu %t/rewritten.cu 2>&1 | FileCheck %s --check-prefix=BARRIER
// BARRIER: error: {{.*}} [uninitialised-shared]
// RUN: not %tessera-verify -DNO_BARRIER --no-check=races,uninitialised --seeds=4 %t/original.cu %t/rewritten.cu 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: 'c'{{.*}} [different]
//
// A forgotten copy back.
// RUN: not %tessera-verify -DNO_COPY %t/original.cu %t/rewritten.cu 2>&1 | FileCheck %s --check-prefix=COPY
// COPY: 'c'[0][0] is 3503 in the original and 0 in the rewritten program, written by launch 1 of kernel 'product' and by {{.*}} [different]

//--- original.cu
#define N 20
__managed__ int a[N][N], b[N][N], c[N][N];

__global__ void product(const int *a, const int *b, int *c) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  c[id] = 0;
  for (int k = 0; k < N; k++)
    c[id] += a[k] * b[k * N + id];
}

int main() {
  for (int i = 0; i < N * N; i++)
    a[i / N][i % N] = i / N + i % N, b[i / N][i % N] = i / N + i % 11;
  for (int i = 0; i < N; i++)
    product<<<2, N / 2>>>(a[i], b[0], c[i]);
  cudaDeviceSynchronize();
  return 0;
}

//--- rewritten.cu
#define N 20
#define T 10
int a[N][N], b[N][N], c[N][N];

__global__ void product(const int *a, const int *b, int *c) {
  __shared__ int tile[T];
  int id = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k0 = 0; k0 < N; k0 += T) {
    tile[threadIdx.x] = a[k0 + threadIdx.x];
#ifdef WRONG_TILE
    if (blockIdx.x == 1 && threadIdx.x == 1)
      tile[1] = k0 + 0;
#endif
#ifndef NO_BARRIER
    __syncthreads();
#endif
    for (int k = 0; k < T; k++)
      sum += tile[k] * b[(k0 + k) * N + id];
    __syncthreads();
  }
  c[id] = sum;
}

int main() {
  for (int i = 0; i < N * N; i++)
    a[i / N][i % N] = i / N + i % N, b[i / N][i % N] = i / N + i % 11;
  int *da, *db, *dc;
  cudaMalloc(&da, sizeof(a));
  cudaMalloc(&db, sizeof(b));
  cudaMalloc(&dc, sizeof(c));
  cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  for (int i = 0; i < N; i++)
    product<<<2, T>>>(da + i * N, db, dc + i * N);
#ifndef NO_COPY
  cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost);
#endif
  return 0;
}
