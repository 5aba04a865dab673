// What is nearly a tile, and is none: each kernel stays as it is, and a message
// says why.
// RUN: %tessera --print=normal --cuda-path=none %s | FileCheck %s --check-prefix=NORMAL
// RUN: %tessera --cuda-path=none --coarsen=always %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 33 | FileCheck %s --check-prefix=SAME
// SAME: same: output
// SAID-DAG: kernel 'next_cell' keeps its own tiles, and is planned with them: which thread has stored this cell of 'as' is not known
// SAID-DAG: kernel 'once' keeps its own tiles, and is planned with them: not every thread stores its cell of 'as'
// SAID-DAG: kernel 'behind_loop' keeps its own tiles, and is planned with them: 'as' is used outside the block that stores it
// SAID-DAG: kernel 'other_cell' keeps its own tiles, and is planned with them: a thread stores several cells of 'as'
// SAID-DAG: kernel 'of_cells' keeps its own tiles, and is planned with them: what is stored to a tile is made of cells of tiles
// SAID-DAG: kernel 'asked' keeps its own tiles, and is planned with them: the condition of a store to 'as' is not followed
// SAID-DAG: kernel 'sum_so_far' keeps its own tiles, and is planned with them: 's' gets several values
// SAID-DAG: kernel 'from_before' keeps its own tiles, and is planned with them: 'v' gets several values
// SAID-DAG: kernel 'guards' keeps its own tiles, and is planned with them: each thread would ask in each round what the tile asks once
// SAID-DAG: kernel 'turned' keeps its own tiles, and is planned with them: the kernel also writes 'c', which it reads here
// SAID-DAG: kernel 'in_place' keeps its own tiles, and is planned with them: the kernel also writes 'a', which it reads here
// SAID-DAG: kernel 'sometimes' keeps its own tiles, and is planned with them: a barrier stands under a condition
// NORMAL-NOT: {{^// [a-z_]+: .*}}tiles
#include <cstdio>
#include <cstdlib>

#define T 16

__global__ void next_cell(const float *a, const float *b, float *c, int n,
                          int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][(k + 1) % T] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

// Set to nothing before the first round alone.
__global__ void once(const float *a, const float *b, float *c, int n, int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  as[ty][tx] = 0;
  for (int t = 0; t < m / T; ++t) {
    if (tx < n % T)
      as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

__global__ void behind_loop(const float *a, const float *b, float *c, int n,
                            int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s + as[ty][0];
}

// Each cell is stored twice, by two threads.
__global__ void other_cell(const float *a, const float *b, float *c, int n,
                           int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[tx][ty] = 0;
    __syncthreads();
    as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

__global__ void of_cells(const float *a, const float *b, float *c, int n,
                         int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    as[ty][tx] = bs[tx][ty];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

__global__ void asked(const float *a, const float *b, float *c, int n, int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = 1;
    if (as[ty][tx] < 2)
      as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

__global__ void sum_so_far(const float *a, const float *b, float *c, int n,
                           int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = a[row * m + t * T + tx] + s;
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

__global__ void from_before(const float *a, const float *b, float *c, int n,
                            int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0, v = 3;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = v;
    v = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

// The load asks for less than the result.
__global__ void guards(const float *a, const float *b, float *c, int n, int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = row < n ? a[row * m + t * T + tx] : 1;
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

// Another thread of the block writes what it begins with.
__global__ void turned(const float *a, const float *b, float *c, int n, int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = c[col * m + row];
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
}

__global__ void in_place(float *a, const float *b, float *c, int n, int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (gridDim.x == 1)
    a[row * m + col] = s;
}

__global__ void sometimes(const float *a, const float *b, float *c, int n,
                          int m) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float s = 0;
  for (int t = 0; t < m / T; ++t) {
    as[ty][tx] = a[row * m + t * T + tx];
    bs[ty][tx] = b[(t * T + ty) * m + col];
    if (n > 20)
      __syncthreads();
    __syncthreads();
    for (int k = 0; k < T; ++k)
      s += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = s;
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
  const int n = argc > 1 ? atoi(argv[1]) : 16, m = (n + T - 1) / T * T;
  const int cells = m * m;
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
  next_cell<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  once<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  behind_loop<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  other_cell<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  of_cells<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  asked<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  sum_so_far<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  from_before<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  guards<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  turned<<<dim3(1, 1), block>>>(a, b, c, n, m);
  show(c, cells);
  in_place<<<grid, block>>>(a, b, c, n, m);
  show(a, cells);
  sometimes<<<grid, block>>>(a, b, c, n, m);
  show(c, cells);
  printf("\n");
}
