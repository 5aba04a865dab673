// Products tiled by hand, however they are spelled: bounds and guards of the
// strips, cells that get their values in several steps, pointers that move,
// rows of threads, what a thread reads of its own output.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.normal.cu
// RUN: FileCheck %s --input-file=%t.normal.cu
// RUN: %tessera-verify %s %t.normal.cu -- 33 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera --cuda-path=none --coarsen=always %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 1 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// SAME: same: output
// SAID-DAG: each thread of 'zeroed' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'loaded' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'inverted' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'unsigned_bounds' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'gemm' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'samples' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'transposed' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'batched' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'unrolled' computes {{[0-9]+}} outputs along x
// SAID-DAG: each thread of 'structures' computes {{[0-9]+}} outputs along x
#include <cstdio>
#include <cstdlib>

#define T 16

// CHECK-DAG: // zeroed: {{.*}}tiles
// CHECK-DAG: // loaded: {{.*}}tiles
// CHECK-DAG: // inverted: {{.*}}tiles
// CHECK-DAG: // unsigned_bounds: {{.*}}tiles
// CHECK-DAG: // gemm: {{.*}}tiles
// CHECK-DAG: // samples: {{.*}}tiles
// CHECK-DAG: // transposed: {{.*}}tiles
// CHECK-DAG: // batched: {{.*}}tiles
// CHECK-DAG: // unrolled: {{.*}}tiles
// CHECK-DAG: // structures: {{.*}}tiles
// CHECK-DAG: // in_a_row: {{.*}}tiles
// CHECK-DAG: // sub_matrices: {{.*}}tiles

// Zero first, then what is inside; strips that count elements.
// CHECK-LABEL: void zeroed(
// CHECK:         {{^ *}}if (row < n && col < n) {
// CHECK:           a_value = a[row * n + t2 * 16 + {{.*}}];
__global__ void zeroed(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < n; t += T) {
    as[ty][tx] = bs[ty][tx] = 0;
    if (row < n && t + tx < n)
      as[ty][tx] = a[row * n + t + tx];
    if (t + ty < n && col < n)
      bs[ty][tx] = b[(t + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = s;
}

// Through variables; threads outside leave before the last statement.
// CHECK-LABEL: void loaded(
// CHECK-NOT:     __s{{hared__|yncthreads}}
// CHECK-NOT:     {{ v[ab]( |;)}}
// CHECK:         c[row * n + col] = s;
__global__ void loaded(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  int t = 0;
  while (t * T < n) {
    float va = 0, vb = 0;
    if (row < n && t * T + tx < n)
      va = a[row * n + t * T + tx];
    if (t * T + ty < n && col < n)
      vb = b[(t * T + ty) * n + col];
    as[ty][tx] = va;
    bs[ty][tx] = vb;
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
    t++;
  }
  if (row >= n || col >= n)
    return;
  c[row * n + col] = s;
}

__host__ __device__ inline int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

__global__ void inverted(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < ceil_div(n, T); ++t) {
    if (row >= n || t * T + tx >= n)
      as[ty][tx] = 0;
    else
      as[ty][tx] = a[row * n + t * T + tx];
    if (t * T + ty >= n || col >= n)
      bs[ty][tx] = 0;
    else
      bs[ty][tx] = b[(t * T + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < n)
    if (col < n)
      c[row * n + col] = s;
}

__global__ void unsigned_bounds(const float *a, const float *b, float *c,
                                size_t n) {
  __shared__ float as[T][T], bs[T][T];
  size_t tx = threadIdx.x, ty = threadIdx.y;
  size_t col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (size_t t = 0; t < (n + T - 1) / T; ++t) {
    as[ty][tx] = row < n && t * T + tx < n ? a[row * n + t * T + tx] : 0.0f;
    bs[ty][tx] = t * T + ty < n && col < n ? b[(t * T + ty) * n + col] : 0.0f;
    __syncthreads();
    for (size_t k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = s;
}

// It also reads what it writes: each thread its own element.
__global__ void gemm(const float *a, const float *b, float *c, int n,
                     float alpha, float beta) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < (n + blockDim.x - 1) / blockDim.x; ++t) {
    as[ty][tx] = row < n && t * T + tx < n ? a[row * n + t * T + tx] : 0.0f;
    bs[ty][tx] = t * T + ty < n && col < n ? b[(t * T + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < T && t * T + k < n; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = alpha * s + beta * c[row * n + col];
}

// Two counters, which begin elsewhere in each block.
// CHECK-LABEL: void samples(
// CHECK:         A[aBegin + a2 * 16 + wA * ty + {{.*}}] * B[{{.*}}]
template <int S>
__global__ void samples(float *C, float *A, float *B, int wA, int wB) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int aBegin = wA * S * by;
  int aEnd = aBegin + wA - 1;
  int aStep = S;
  int bBegin = S * bx;
  int bStep = S * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    __shared__ float As[S][S];
    __shared__ float Bs[S][S];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < S; ++k) {
      Csub += As[ty][k] * Bs[k][tx];
    }
    __syncthreads();
  }
  int c = wB * S * by + S * bx;
  C[c + wB * ty + tx] = Csub;
}

// The guard of the load names the row otherwise than that of the result.
__global__ void transposed(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < (n + T - 1) / T; ++t) {
    as[ty][tx] = t * T + ty < n && blockIdx.y * T + tx < n
                     ? a[(t * T + ty) * n + blockIdx.y * T + tx]
                     : 0;
    bs[ty][tx] = t * T + ty < n && col < n ? b[(t * T + ty) * n + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[k][ty] * bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = s;
}

__global__ void batched(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  a += blockIdx.z * n * n;
  b += blockIdx.z * n * n;
  c += blockIdx.z * n * n;
  float s = 0;
  for (int t = 0; t < (n + T - 1) / T; ++t) {
    as[ty][tx] = row < n && t * T + tx < n ? a[row * n + t * T + tx] : 0.0f;
    bs[ty][tx] = t * T + ty < n && col < n ? b[(t * T + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = s;
}

__global__ void unrolled(const float *a, const float *b, float *c, int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; k += 2) {
      s += as[ty][k] * bs[k][tx];
      s += as[ty][k + 1] * bs[k + 1][tx];
    }
    __syncthreads();
  }
  c[row * m + col] = s;
}

struct Matrix {
  int width, height, stride;
  float *elements;
};

__global__ void structures(Matrix A, Matrix B, Matrix C) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < A.width / T; ++t) {
    as[ty][tx] = A.elements[row * A.width + t * T + tx];
    bs[ty][tx] = B.elements[(t * T + ty) * B.width + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  C.elements[row * C.width + col] = s;
}

// Threads of a row that stand for those of a square, pointers that move.
// CHECK-LABEL: void in_a_row(
// CHECK:         threadRow = threadIdx.y
__global__ void in_a_row(const float *A, const float *B, float *C, int m) {
  __shared__ float As[T * T];
  __shared__ float Bs[T * T];
  const int threadCol = threadIdx.x % T, threadRow = threadIdx.x / T;
  A += blockIdx.y * T * m;
  B += blockIdx.x * T;
  C += blockIdx.y * T * m + blockIdx.x * T;
  float s = 0;
  for (int k = 0; k < m; k += T) {
    As[threadRow * T + threadCol] = A[threadRow * m + threadCol];
    Bs[threadRow * T + threadCol] = B[threadRow * m + threadCol];
    __syncthreads();
    A += T;
    B += T * m;
    for (int i = 0; i < T; ++i)
      s += As[threadRow * T + i] * Bs[i * T + threadCol];
    __syncthreads();
  }
  C[threadRow * m + threadCol] = s;
}

__device__ float element(const Matrix A, int row, int col) {
  return A.elements[row * A.stride + col];
}
__device__ Matrix part(Matrix A, int row, int col) {
  Matrix Part;
  Part.width = T;
  Part.height = T;
  Part.stride = A.stride;
  Part.elements = &A.elements[A.stride * T * row + T * col];
  return Part;
}

__global__ void sub_matrices(Matrix A, Matrix B, Matrix C) {
  int row = threadIdx.y, col = threadIdx.x;
  Matrix Csub = part(C, blockIdx.y, blockIdx.x);
  float s = 0;
  for (int m = 0; m < A.width / T; ++m) {
    Matrix Asub = part(A, blockIdx.y, m);
    Matrix Bsub = part(B, m, blockIdx.x);
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    As[row][col] = element(Asub, row, col);
    Bs[row][col] = element(Bsub, row, col);
    __syncthreads();
    for (int e = 0; e < T; ++e)
      s += As[row][e] * Bs[e][col];
    __syncthreads();
  }
  Csub.elements[row * Csub.stride + col] = s;
}

static float *values;
static void show(const float *d, int n) {
  cudaMemcpy(values, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  float s = 0;
  for (int i = 0; i < n; i++)
    s += values[i] * (i % 7 + 1);
  printf(" %g", s);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 37, m = (n + T - 1) / T * T;
  const int cells = 2 * m * m;
  float *a, *b, *c;
  values = (float *)malloc(cells * sizeof(float));
  for (int i = 0; i < cells; i++)
    values[i] = (i * 7 % 31 - 15) / 8.0f;
  cudaMalloc(&a, cells * sizeof(float));
  cudaMalloc(&b, cells * sizeof(float));
  cudaMalloc(&c, cells * sizeof(float));
  cudaMemcpy(a, values, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, values, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(c, values, cells * sizeof(float), cudaMemcpyHostToDevice);
  dim3 grid(m / T, m / T), block(T, T);
  gemm<<<grid, block>>>(a, b, c, n, 2.0f, 0.5f);
  show(c, n * n);
  zeroed<<<grid, block>>>(a, b, c, n);
  show(c, n * n);
  loaded<<<grid, block>>>(a, b, c, n);
  show(c, n * n);
  inverted<<<grid, block>>>(a, b, c, n);
  show(c, n * n);
  unsigned_bounds<<<grid, block>>>(a, b, c, n);
  show(c, n * n);
  samples<T><<<grid, block>>>(c, a, b, m, m);
  show(c, m * m);
  transposed<<<grid, block>>>(a, b, c, n);
  show(c, n * n);
  batched<<<dim3(m / T, m / T, 2), block>>>(a, b, c, n);
  show(c, 2 * n * n);
  unrolled<<<grid, block>>>(a, b, c, m);
  show(c, m * m);
  Matrix A{m, m, m, a}, B{m, m, m, b}, C{m, m, m, c};
  structures<<<grid, block>>>(A, B, C);
  show(c, m * m);
  if (argc < 3) { // its normal form is for blocks of 16 x 16
    in_a_row<<<grid, T * T>>>(a, b, c, m);
    show(c, m * m);
  }
  sub_matrices<<<grid, block>>>(A, B, C);
  show(c, m * m);
  printf("\n");
}
