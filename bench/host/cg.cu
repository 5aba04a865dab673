// Conjugate gradients. Of each step, the host reads how good the solution is.
#include "cg.h"

__global__ double u[CELLS], f[CELLS], rest[CELLS], way[CELLS], product[CELLS];
__global__ double parts[PARTS];
__global__ double square, old_square, curvature;

__global__ void begin() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < CELLS) {
    u[i] = 0;
    rest[i] = f[i];
    way[i] = f[i];
  }
}

__global__ void multiply() {
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

__global__ void walk() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < CELLS) {
    double length = square / curvature;
    u[i] += length * way[i];
    rest[i] -= length * product[i];
  }
}

__global__ void turn() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < CELLS)
    way[i] = rest[i] + square / old_square * way[i];
}

int main() {
  create_context();
  int step = 0;
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < CELLS; i++)
      f[i] = right_side(i, run);
    watch_start();
    begin<<<BLOCKS, BLOCK>>>();
    dot<<<PARTS, BLOCK>>>(rest, rest);
    sum_square<<<1, 1>>>();
    double first = square;
    for (step = 0; step < STEPS && square > ENOUGH * first; step++) {
      multiply<<<BLOCKS, BLOCK>>>();
      dot<<<PARTS, BLOCK>>>(way, product);
      sum_curvature<<<1, 1>>>();
      walk<<<BLOCKS, BLOCK>>>();
      dot<<<PARTS, BLOCK>>>(rest, rest);
      sum_square<<<1, 1>>>();
      turn<<<BLOCKS, BLOCK>>>();
    }
    use(u, sizeof(u));
    watch_stop();
  }
  return result(is_right(u, RUNS - 1), checksum(u, sizeof(u)) + step);
}
