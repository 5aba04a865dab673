// Accesses that macros make: where a tile serves one, the rewritten kernel has
// what the macro expands to; all other calls stay.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu | FileCheck %s --strict-whitespace
// RUN: %tessera -q --cuda-path=none --print=round-trip %t/main.cu | diff %t/main.cu -

// CHECK: {{^}}#define AT(y, x) A[(y) * N + (x)]

// Two arrays in one statement; the call that is an access as a whole is
// replaced as before.
// CHECK-LABEL: void product(
// CHECK:         sum += B_tile[{{.*}}] * 2.0f + A_tile[{{.*}}][k - k0];
// CHECK:         C[IND(i, j)] = sum;

// One macro, several accesses.
// CHECK-LABEL: void laplace(
// CHECK:         out[IND(i, j)] = (in_tile[threadIdx.y][threadIdx.x] +
// CHECK-NEXT:                      in_tile[threadIdx.y + 2][threadIdx.x] -
// CHECK-NEXT:                      2 * in_tile[threadIdx.y + 1][threadIdx.x]);

// An initial value; a whole statement, with its semicolon.
// CHECK-LABEL: void statement(
// CHECK:         float next = (in_tile[k - k0] * 2) + 1;
// CHECK-NEXT:    sum += in_tile[k - k0];
// CHECK-NEXT:    sum += next;
//--- main.cu
#define N 64
#define IND(y, x) ((y) * N + (x))
#define AT(y, x) A[(y) * N + (x)]
#define TWICE(k, j) B[IND(k, j)] * 2.0f
#define LAP(a, y, x) (a[IND(y-1, x)] + a[IND(y+1, x)] - 2 * a[IND(y, x)])
#define NEXT(a, k) (a[k] * 2)
#define ADD sum += in[k];

__global__ void product(const float *A, const float *B, float *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += TWICE(k, j) + AT(i, k);
  C[IND(i, j)] = sum;
}

__global__ void laplace(const float *in, float *out) {
  int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N - 1)
    out[IND(i, j)] = LAP(in, i, j);
}

__global__ void statement(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++) {
    float next = NEXT(in, k) + 1;
    ADD
    sum += next;
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *A, *B, *C;
  cudaMalloc(&A, N * N * sizeof(float));
  cudaMalloc(&B, N * N * sizeof(float));
  cudaMalloc(&C, N * N * sizeof(float));
  product<<<dim3(4, 4), dim3(16, 16)>>>(A, B, C);
  laplace<<<dim3(4, 4), dim3(16, 16)>>>(A, C);
  statement<<<8, 64>>>(A, C);
}
//--- plan.yaml
kernels:
  - kernel: product
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: A
          - array: B
  - kernel: laplace
    stages:
      - tiles:
          - array: in
  - kernel: statement
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
