// Operands of launches, and ends of loops around them, count, assign and call:
// each is evaluated as often as it is written, whatever becomes of the launch.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=4
// RUN: %meaning %s --options=--gpus=all --run=--devices=3
// RUN: %meaning %s --options=--graphs
// PRINTS: 496 16 65535 65536 120 16 10 10 3 4 4 5 1408 8 1 3 1
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#define ROWS 16
#define N 64
#define BIG (1 << 14)
__global__ int a[ROWS][N], in[BIG], out[BIG];

__global__ void count(int *row, int v) { row[threadIdx.x] = v; }
__global__ void assign(int *row, int v) { row[threadIdx.x] = v; }
__global__ void call(int *row, int v) { row[threadIdx.x] = v; }
__global__ void end(int *row, int v) { row[threadIdx.x] = v; }
__global__ void endCall(int *row, int v) { row[threadIdx.x] = v; }
__global__ void step(int *row, int v) { row[threadIdx.x] = v; }
__global__ void own(int *row, int v) { row[threadIdx.x] = v; }
__global__ void scale(const int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + by;
}
__global__ void shift(const int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + by;
}

int calls = 0;
int next() { return calls++; }
int limit() {
  ++calls;
  return 10;
}
struct Counter {
  int n = 0;
  operator int() { return n++; }
};

long total() {
  long sum = 0;
  for (int i = 0; i < ROWS; ++i)
    for (int k = 0; k < N; ++k)
      sum += a[i][k];
  return sum / N;
}
void clear() {
  for (int i = 0; i < ROWS; ++i)
    for (int k = 0; k < N; ++k)
      a[i][k] = 0;
}

int main(int argc, char **argv) {
  int j = 16, v = 1, rows = ROWS - 1 + argc;
  for (int i = 0; i < rows; ++i)
    count<<<1, N>>>(a[i], 2 * j++ - 16);
  printf("%ld %d ", total(), j - 16);

  for (int i = 0; i < rows; ++i)
    assign<<<1, N>>>(a[i], (v *= 2) / 2);
  printf("%ld %d ", total(), v);

  for (int i = 0; i < ROWS; ++i)
    call<<<1, N>>>(a[i], next());
  printf("%ld %d ", total(), calls);

  clear();
  int left = 20;
  for (int i = 0; i < left--; ++i)
    end<<<1, N>>>(a[i], 1);
  printf("%ld %d ", total(), left + 1);

  clear();
  calls = 0;
  for (int i = 0; i < std::min(limit(), 3); ++i)
    endCall<<<1, N>>>(a[i], 1);
  printf("%ld %d ", total(), calls);

  clear();
  for (int i = 0; i < rows; ++i)
    step<<<1, N>>>(a[i], i++ > 16);
  Counter each;
  for (int i = 0; i < 4; ++i)
    own<<<1, N>>>(a[i], each + 1);
  printf("%d ", each.n);

  for (int i = 0; i < BIG; ++i)
    in[i] = i & 3;
  j = 4;
  scale<<<BIG / 64, 64>>>(in, out, j++);
  printf("%d ", j);
  long sum = 0;
  for (int i = 0; i < BIG; ++i)
    sum += out[i];
  printf("%ld ", sum / 64);

  Counter which;
  shift<<<BIG / 64, 64>>>(in, out, 8 + which);
  printf("%d %d ", out[0], which.n);
  calls = 0;
  scale<<<BIG / 64, next() + 64>>>(in, out, 2);
  printf("%d %d\n", out[1], calls);
}
