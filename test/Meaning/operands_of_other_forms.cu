// Grids, blocks, bytes, streams, arguments, offsets and sizes count, assign and
// call, in fused loops, pieces, graphs and beside: each as often as written.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=3
// RUN: %meaning %s --options=--gpus=all --run=--devices=2
// RUN: %meaning %s '--options=--graphs --coarsen=always'
// PRINTS: 253 2 36832 4 37840 -1 35311 6 42920 5 46476 3 33210 1 33267 2 49142 1 35814 3 41922 9 36832 1 44976 4 56321 6 77814 5 36625 7 34486 1 45046 0 33772 1 33268 4 40942 13 99487 22 81743 23
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define N 4096
__global__ int a[N], b[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}
__global__ void from(const int *x, int *y, int v) {
  y[blockIdx.x * blockDim.x + threadIdx.x] =
      x[blockIdx.x * blockDim.x + threadIdx.x] + v;
}
__global__ void shared(int *x, int v) {
  extern __shared__ int s[];
  s[threadIdx.x] = v;
  __syncthreads();
  x[blockIdx.x * blockDim.x + threadIdx.x] += s[63 - threadIdx.x];
}

int made = 0;
int make() { return ++made; }
struct Each {
  int n = 1;
  operator dim3() { return dim3(n++); }
};
struct Shape {
  int n = 1;
  dim3 next() { return dim3(n++); }
};

void report(int n) {
  long sum = 0;
  for (int i = 0; i < N; ++i) {
    sum += a[i] * (i % 7 + 1) + b[i];
    a[i] = i % 5;
    b[i] = 0;
  }
  printf("%ld %d ", sum, n);
}

void grids(int n) {
  add<<<n++, 64>>>(a, 1);
  report(n);
  add<<<(n += 2, n), 64>>>(a, n);
  report(n);
  for (int i = 0; i < 5; ++i)
    add<<<dim3(n--), 64>>>(a, 2);
  report(n);
  Each each;
  add<<<each, 64>>>(a, 3);
  for (int i = 0; i < 4; ++i)
    from<<<each, 64>>>(a, b, i);
  report(each.n);
  Shape shape;
  for (int i = 0; i < 4; ++i)
    add<<<shape.next(), 64>>>(a, 4);
  report(shape.n);
  volatile int seen = 3;
  for (int i = 0; i < 4; ++i)
    add<<<seen, 64>>>(a, seen + i);
  report(seen);
  add<<<n ? 4 + n++ : n--, [&] { return 8 * ++n; }()>>>(a, 5);
  report(n);
}

void blocks(int n) {
  add<<<4, 32 * n++>>>(a, 1);
  report(n);
  from<<<N / 64, make() * 64>>>(a, b, 2);
  report(made);
  shared<<<4, 64, 256 + 4 * n++>>>(a, 3);
  report(n);
  shared<<<4, 64, (n = 9, 256)>>>(a, n);
  report(n);
  cudaStream_t streams[3] = {};
  int which = 0;
  add<<<4, 64, 0, streams[which++]>>>(a, 4);
  cudaDeviceSynchronize();
  report(which);
  for (int i = 0; i < 3; ++i)
    add<<<4, 64, 0, streams[which++ % 3]>>>(a, 4);
  cudaDeviceSynchronize();
  report(which);
}

void arguments(int n) {
  int values[] = {3, 1, 4, 1, 5, 9, 2, 6, 5};
  int *p = values;
  for (int i = 0; i < 6; ++i)
    add<<<4, 64>>>(a + i * 64, *p++);
  report(p - values);
  from<<<N / 64, 64>>>(a, b, *--p);
  report(p - values);
  for (int i = 0; i < 6; ++i)
    add<<<1, 64>>>(a + n++ * 64, i);
  report(n);
  for (int i = 0; i < 6; ++i)
    from<<<1, 64>>>(a + 64 * i, b + (n -= 1) * 64, i);
  report(n);
  srand(1);
  int drawn = rand() % 100;
  srand(1);
  from<<<N / 64, 64>>>(a, b, rand() % 100 == drawn);
  report(0);
  for (int i = 0; i < 3; ++i)
    add<<<1, 64>>>(a, i = i + 1);
  report(n);
}

void loops(int n) {
  for (int i = 0; i < make(); i += 2)
    add<<<1, 64>>>(a + i * 64, 1);
  report(made);
  for (int i = 0, m = 20; i < --m; ++i)
    add<<<1, 64>>>(a + i * 64, 1);
  for (int i = n++; i < 12; ++i, ++n)
    add<<<1, 64>>>(a + i * 64, 2);
  report(n);
  volatile int last = 9;
  for (int i = 0; i < last; ++i)
    add<<<1, 64>>>(a + i * 64, 3);
  for (int i = 0; i < 9; ++i) {
    add<<<1, 64>>>(a + i * 64, n++);
    add<<<2, 64>>>(b + i * 64, n);
  }
  report(n);
  memset(a, 0, 4 * n++);
  add<<<N / 64, 64>>>(a, 3);
  report(n);
}

int main(int argc, char **) {
  grids(argc);
  blocks(argc);
  arguments(argc);
  loops(argc);
  printf("\n");
}
