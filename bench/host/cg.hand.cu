// cg.cu by hand: the right side is copied in, the solution out, and of each
// step one number.
#include "cg.h"

__device__ double parts[PARTS];
__device__ double square, old_square, curvature;

__global__ void begin(const double *f, double *u, double *rest, double *way) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < CELLS) {
    u[i] = 0;
    rest[i] = f[i];
    way[i] = f[i];
  }
}

__global__ void multiply(const double *way, double *product) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < CELLS) {
    int x = i % N, y = i / N;
    product[i] = 4 * way[i] - (x > 0 ? way[i - 1] : 0) -
                 (x < N - 1 ? way[i + 1] : 0) - (y > 0 ? way[i - N] : 0) -
                 (y < N - 1 ? way[i + N] : 0);
  }
}

/// Sums of the products of two vectors, one for each block.
__global__ void dot(const double *a, const double *b) {
  __shared__ double sums[BLOCK];
  double sum = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < CELLS; i += PARTS * BLOCK)
    sum += a[i] * b[i];
  sums[threadIdx.x] = sum;
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    parts[blockIdx.x] = sums[0];
}

__global__ void sum_curvature() {
  double sum = 0;
  for (int i = 0; i < PARTS; i++)
    sum += parts[i];
  curvature = sum;
}

__global__ void sum_square() {
  double sum = 0;
  for (int i = 0; i < PARTS; i++)
    sum += parts[i];
  old_square = square;
  square = sum;
}

__global__ void walk(double *u, double *rest, const double *way,
                     const double *product) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < CELLS) {
    double length = square / curvature;
    u[i] += length * way[i];
    rest[i] -= length * product[i];
  }
}

__global__ void turn(const double *rest, double *way) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < CELLS)
    way[i] = rest[i] + square / old_square * way[i];
}

static double read_square() {
  double value;
  CHECK(cudaMemcpyFromSymbol(&value, square, sizeof(value)));
  return value;
}

int main() {
  create_context();
  const size_t bytes = CELLS * sizeof(double);
  double *f, *u, *f_dev, *u_dev, *rest, *way, *product;
  CHECK(cudaMallocHost(&f, bytes));
  CHECK(cudaMallocHost(&u, bytes));
  CHECK(cudaMalloc(&f_dev, bytes));
  CHECK(cudaMalloc(&u_dev, bytes));
  CHECK(cudaMalloc(&rest, bytes));
  CHECK(cudaMalloc(&way, bytes));
  CHECK(cudaMalloc(&product, bytes));
  int step = 0;
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < CELLS; i++)
      f[i] = right_side(i, run);
    watch_start();
    CHECK(cudaMemcpyAsync(f_dev, f, bytes, cudaMemcpyHostToDevice));
    begin<<<BLOCKS, BLOCK>>>(f_dev, u_dev, rest, way);
    dot<<<PARTS, BLOCK>>>(rest, rest);
    sum_square<<<1, 1>>>();
    double now = read_square(), first = now;
    for (step = 0; step < STEPS && now > ENOUGH * first; step++) {
      multiply<<<BLOCKS, BLOCK>>>(way, product);
      dot<<<PARTS, BLOCK>>>(way, product);
      sum_curvature<<<1, 1>>>();
      walk<<<BLOCKS, BLOCK>>>(u_dev, rest, way, product);
      dot<<<PARTS, BLOCK>>>(rest, rest);
      sum_square<<<1, 1>>>();
      turn<<<BLOCKS, BLOCK>>>(rest, way);
      CHECK(cudaGetLastError());
      now = read_square();
    }
    CHECK(cudaMemcpy(u, u_dev, bytes, cudaMemcpyDeviceToHost));
    use(u, bytes);
    watch_stop();
  }
  int status = result(is_right(u, RUNS - 1), checksum(u, bytes) + step);
  CHECK(cudaFree(f_dev));
  CHECK(cudaFree(u_dev));
  CHECK(cudaFree(rest));
  CHECK(cudaFree(way));
  CHECK(cudaFree(product));
  CHECK(cudaFreeHost(f));
  CHECK(cudaFreeHost(u));
  return status;
}
