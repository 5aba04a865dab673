// Kernels with tiles of their own are planned as if they read the arrays that
// these are copied from: several outputs for each thread pay for them, too.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.normal.cu
// RUN: FileCheck %s --input-file=%t.normal.cu
// RUN: %tessera-verify %s %t.normal.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.normal.cu -- 33 | FileCheck %s --check-prefix=SAME
// RUN: %tessera --cuda-path=none --coarsen=always %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 100 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 131 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 7 | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none %s -o %t.2.cu
// RUN: %tessera-verify %s %t.2.cu -- 64 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// SAME: same: output
// SAID-DAG: each thread of 'textbook' computes {{[0-9]+}} outputs along y
// SAID-DAG: each thread of 'stepped' computes {{[0-9]+}} outputs along y
// SAID-DAG: each thread of 'crossed' computes {{[0-9]+}} outputs along y
// SAID-DAG: each thread of 'ends' computes {{[0-9]+}} outputs along y
// SAID-DAG: staged 'w' in shared memory
// SAID-NOT: each thread of 'transposed'
// SAID-NOT: each thread of 'shadowed'
#include <cstdio>
#include <cstdlib>

#define T 16

// CHECK: // textbook: tiles
// CHECK: // stepped: tiles
// CHECK: // crossed: tiles
// CHECK: // ends: tiles
// CHECK: // converted: tiles
// CHECK: // transposed: tiles
// CHECK: // beside: tiles
// CHECK-NOT: : tiles

// CHECK-LABEL: void textbook(
// CHECK-NOT:     __s{{hared__|yncthreads}}
// CHECK:         {{^ *}}if (row < n && col < n) {
// CHECK-NEXT:      {{^ *}}float sum = 0.0f;
// CHECK:           a_value = a[row * n + (int)(t * T + (unsigned)i)];
// CHECK:           b_value = b[(int)(t * T + (unsigned)i) * n + col];
// CHECK:           {{^ *}}c[row * n + col] = sum;
__global__ void textbook(const float *a, const float *b, float *c, int n) {
  __shared__ float left[T][T], right[T][T];
  int row = blockIdx.y * T + threadIdx.y;
  int col = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (n + T - 1) / T; ++t) {
    int k = t * T + threadIdx.x, l = t * T + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = row < n && k < n ? a[row * n + k] : 0.0f;
    right[threadIdx.y][threadIdx.x] = l < n && col < n ? b[l * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = sum;
}

// Strips that the block counts, in tiles of one dimension; the barrier stands
// in front of the stores.
// CHECK-LABEL: void stepped(
// CHECK:         {{^ *}}for (int [[I:i[0-9]+]] = 0; [[I]] < {{.*}}; ++[[I]]) {
// CHECK:         a[row * m + [[I]] * 16 + (unsigned)j] *
// CHECK-NEXT:    b{{\[}}[[I]] * 16 * m + (unsigned)j * m + col]
__global__ void stepped(const int *a, const int *b, int *c, int m) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int s_a[T * T];
  __shared__ int s_b[T * T];
  int tmp = 0;
  for (int i = 0; i < m; i += blockDim.x) {
    __syncthreads();
    s_a[threadIdx.y * blockDim.x + threadIdx.x] = a[row * m + i + threadIdx.x];
    s_b[threadIdx.y * blockDim.x + threadIdx.x] =
        b[i * m + threadIdx.y * m + col];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++)
      tmp += s_a[threadIdx.y * blockDim.x + j] *
             s_b[j * blockDim.x + threadIdx.x];
  }
  c[row * m + col] = tmp;
}

// The second tile has its rows as columns, and one of padding.
// CHECK-LABEL: void crossed(
// CHECK:         a[row * m + t * T + (unsigned)k] * b[{{.*}}col * m + t * T + (unsigned)k]
__global__ void crossed(const float *a, const float *b, float *c, int m) {
  __shared__ float as[T][T + 1], bs[T][T + 1];
  int row = blockIdx.y * T + threadIdx.y;
  int col = blockIdx.x * T + threadIdx.x;
  float s = 0;
  for (int t = 0; t < m / T; t++) {
    as[threadIdx.y][threadIdx.x] = a[row * m + t * T + threadIdx.x];
    bs[threadIdx.x][threadIdx.y] = b[col * m + t * T + threadIdx.y];
    __syncthreads();
    for (int k = 0; k < T; k++)
      s += as[threadIdx.y][k] * bs[threadIdx.x][k];
    __syncthreads();
  }
  c[row * m + col] = s;
}

// The cells behind the ends are set to nothing.
// CHECK-LABEL: void ends(
// CHECK-NOT:     __s{{hared__|yncthreads}}
// CHECK:         {{^ *}}if (row < n && col < n) {
__global__ void ends(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T];
  __shared__ float bs[T][T];
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int t = 0; t < (n - 1) / T + 1; t++) {
    if (row < n && t * T + threadIdx.x < n)
      as[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
    else
      as[threadIdx.y][threadIdx.x] = 0.0f;
    if (col < n && t * T + threadIdx.y < n) {
      bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + col];
    } else {
      bs[threadIdx.y][threadIdx.x] = 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < T; k++)
      s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = s;
}

// Cells have another type than what is stored.
// CHECK-LABEL: void converted(
// CHECK:         s += (float)(x[t * 64 + (unsigned)k] * 3) * w[{{.*}}];
__global__ void converted(const int *x, const float *w, float *o, int m) {
  __shared__ float xs[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < m / 64; t++) {
    xs[threadIdx.x] = x[t * 64 + threadIdx.x] * 3;
    __syncthreads();
    for (int k = 0; k < 64; k++)
      s += xs[k] * w[(t * 64 + k) * m + i];
    __syncthreads();
  }
  o[i] = s;
}

// Its tile is for the order of accesses: it stays as it is.
__global__ void transposed(const float *a, float *o, int m) {
  __shared__ float cells[T][T + 1];
  int x = blockIdx.x * T, y = blockIdx.y * T;
  cells[threadIdx.y][threadIdx.x] = a[(y + threadIdx.y) * m + x + threadIdx.x];
  __syncthreads();
  o[(x + threadIdx.y) * m + y + threadIdx.x] = cells[threadIdx.x][threadIdx.y];
}

// Where a cell is read, `k` is something else.
__global__ void shadowed(const float *a, const float *b, float *c, int m) {
  __shared__ float as[T][T];
  int row = blockIdx.y * T + threadIdx.y;
  int col = blockIdx.x * T + threadIdx.x;
  float s = 0;
  for (int t = 0; t < m / T; t++) {
    int k = t * T + col % T;
    as[threadIdx.y][threadIdx.x] = a[row * m + k];
    __syncthreads();
    for (int k = 0; k < T; k++)
      s += as[threadIdx.y][k] * b[(t * T + k) * m + col];
    __syncthreads();
  }
  c[row * m + col] = s;
}

// Neighbours have stored what a thread reads, but not all that it may read.
__global__ void neighbours(const float *a, float *o, int m) {
  __shared__ float cells[66];
  int i = blockIdx.x * 64 + threadIdx.x;
  cells[threadIdx.x + 1] = a[i];
  if (threadIdx.x == 0)
    cells[0] = i > 0 ? a[i - 1] : 0;
  if (threadIdx.x == 63)
    cells[65] = i + 1 < m * m ? a[i + 1] : 0;
  __syncthreads();
  o[i] = cells[threadIdx.x] + cells[threadIdx.x + 1] + cells[threadIdx.x + 2];
}

// What is read is written, too.
__global__ void in_place(float *a, int m) {
  __shared__ float cells[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  cells[threadIdx.x] = a[i];
  __syncthreads();
  float s = 0;
  for (int k = 0; k < 64; k++)
    s += cells[k];
  a[i] = s / 64;
}

// The same cells again, of which nothing is known in the next round.
__global__ void carried(const float *a, float *o, int m) {
  __shared__ float cells[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float s = 0;
  cells[threadIdx.x] = 0;
  __syncthreads();
  for (int t = 0; t < 3; t++) {
    for (int k = 0; k < 64; k++)
      s += cells[k];
    __syncthreads();
    cells[threadIdx.x] = a[i] + t;
    __syncthreads();
  }
  o[i] = s;
}

// Sums of a block, in a tile that is stored several times.
__global__ void reduced(const float *a, float *o) {
  __shared__ float part[64];
  part[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  for (int half = 32; half > 0; half >>= 1) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    o[blockIdx.x] = part[0];
}

// A cell is read before the barrier, from the round before.
__global__ void earlier(const float *a, float *o, int m) {
  __shared__ float cells[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < 3; t++) {
    float old = t > 0 ? cells[threadIdx.x] : 0;
    __syncthreads();
    cells[threadIdx.x] = a[i] * (t + 1);
    __syncthreads();
    for (int k = 0; k < 64; k++)
      s += cells[k] * old;
  }
  o[i] = s;
}

// Cells are read behind the loop that has stored them.
__global__ void behind(const float *a, float *o, int m) {
  __shared__ float cells[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < 3; t++) {
    __syncthreads();
    cells[threadIdx.x] = a[i] * (t + 1);
    __syncthreads();
  }
  for (int k = 0; k < 64; k++)
    s += cells[k];
  o[i] = s;
}

// A round that stores nothing uses what the one before has stored.
__global__ void skipped(const float *a, float *o, int m) {
  __shared__ float cells[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < 4; t++) {
    __syncthreads();
    if (t == 1)
      continue;
    cells[threadIdx.x] = a[i] * (t + 1);
    __syncthreads();
    for (int k = 0; k < 64; k++)
      s += cells[k];
  }
  o[i] = s;
}

// How often the threads of a block go round, an array of theirs says.
__global__ void counted(const float *a, float *o, int m) {
  __shared__ float cells[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  int rounds[1] = {2};
  float s = 0;
  for (int t = 0; t < rounds[0]; t++) {
    cells[threadIdx.x] = a[i] + t;
    __syncthreads();
    for (int k = 0; k < 64; k++)
      s += cells[k];
    __syncthreads();
  }
  o[i] = s;
}

// Beside its own tile it reads an array of which threads share all: that has
// one, as if the other was not there.
__global__ void beside(const float *a, const double2 *w, float *o, int m) {
  __shared__ float cells[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  cells[threadIdx.x] = a[i];
  __syncthreads();
  double s = 0;
  for (int k = 0; k < 64; k++)
    s += cells[k];
  for (int k = 0; k < 256; k++)
    s += w[k].x * s + w[k].y;
  o[i] = s;
}

static float values[131 * 131];
static float sum(const float *d, int n) {
  cudaMemcpy(values, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  float s = 0;
  for (int i = 0; i < n; i++)
    s += values[i] * (i % 7 + 1);
  return s;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64, m = (n + 63) / 64 * 64;
  const int cells = m * m;
  float *a, *b, *c, *in = (float *)malloc(cells * sizeof(float));
  int *x, *y, *z, *whole = (int *)malloc(cells * sizeof(int));
  for (int i = 0; i < cells; i++) {
    in[i] = (i * 7 % 31 - 15) / 8.0f;
    whole[i] = i * 5 % 23 - 11;
  }
  cudaMalloc(&a, cells * sizeof(float));
  cudaMalloc(&b, cells * sizeof(float));
  cudaMalloc(&c, cells * sizeof(float));
  cudaMalloc(&x, cells * sizeof(int));
  cudaMalloc(&y, cells * sizeof(int));
  cudaMalloc(&z, cells * sizeof(int));
  cudaMemcpy(a, in, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, in, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(x, whole, cells * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(y, whole, cells * sizeof(int), cudaMemcpyHostToDevice);
  dim3 square(T, T), all(m / T, m / T);
  textbook<<<dim3((n + T - 1) / T, (n + T - 1) / T), square>>>(a, b, c, n);
  printf("%g", sum(c, n * n < 131 * 131 ? n * n : 131 * 131));
  stepped<<<all, square>>>(x, y, z, m);
  cudaMemcpy(whole, z, cells * sizeof(int), cudaMemcpyDeviceToHost);
  printf(" %d", whole[3] + whole[m + 5] * 3 + whole[cells - 1]);
  crossed<<<all, square>>>(a, b, c, m);
  printf(" %g", sum(c, 4096));
  converted<<<m / 64, 64>>>(x, a, c, m);
  printf(" %g", sum(c, m));
  transposed<<<all, square>>>(a, c, m);
  printf(" %g", sum(c, 4096));
  shadowed<<<all, square>>>(a, b, c, m);
  printf(" %g", sum(c, 4096));
  neighbours<<<cells / 64, 64>>>(a, c, m);
  printf(" %g", sum(c, 4096));
  carried<<<cells / 64, 64>>>(a, c, m);
  printf(" %g", sum(c, 4096));
  earlier<<<cells / 64, 64>>>(a, c, m);
  printf(" %g", sum(c, 4096));
  behind<<<cells / 64, 64>>>(a, c, m);
  printf(" %g", sum(c, 4096));
  skipped<<<cells / 64, 64>>>(a, c, m);
  printf(" %g", sum(c, 4096));
  counted<<<cells / 64, 64>>>(a, c, m);
  printf(" %g", sum(c, 4096));
  ends<<<dim3((n + T - 1) / T, (n + T - 1) / T), square>>>(a, b, c, n);
  printf(" %g", sum(c, n * n < 131 * 131 ? n * n : 131 * 131));
  beside<<<cells / 64, 64>>>(a, (double2 *)b, c, m);
  printf(" %g", sum(c, 4096));
  reduced<<<cells / 64, 64>>>(a, c);
  printf(" %g", sum(c, cells / 64));
  in_place<<<cells / 64, 64>>>(b, m);
  printf(" %g\n", sum(b, 4096));
}
