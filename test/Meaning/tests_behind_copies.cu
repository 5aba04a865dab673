// What the test of a launch reads of memory that is shared was copied back
// before, and what it asks of a pointer's memory is there.
// RUN: %meaning %s --original
// RUN: %meaning %s
// RUN: %meaning %s --options=--start=1
// RUN: %meaning %s "--options=--no-tiles --pieces=3"
// RUN: %meaning %s "--options=--coarsen=always --start=1"
// RUN: %meaning %s --options=--improve-copies
// RUN: %meaning %s "--options=--graphs --start=1"
// RUN: %meaning %s "--options=--no-tiles --gpus=all"
// RUN: %tessera -q --cuda-path=none %s | FileCheck %s
// PRINTS: grid 257 136600320, argument 257 136600320, member 257 136600320, reference 257 136600320, loop 769 -365324804, call 513 -1688196866, own 192 -1004488670, late 1024 136600320
// CHECK: static void grid()
// CHECK: cudaMemcpy(count, count_dev
// CHECK-NEXT: const bool tiles_fit
#include <cstdio>
#include <cstdlib>
#define N 1024

struct Sizes {
  int pad, n;
};

__global__ void grow(int *n, int by) {
  if (threadIdx.x == 0)
    *n += by;
}

__global__ void growMember(Sizes *s, int by) {
  if (threadIdx.x == 0)
    s->n += by;
}

// Four outputs for each thread, where the grid is large.
__global__ void add(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += i + 1;
}

static const char *separator = "";
static void show(const char *name, int n, const int *p) {
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + p[i];
  printf("%s%s %d %d", separator, name, n, (int)h);
  separator = ", ";
}

static int *numbers() {
  int *p;
  cudaMallocManaged(&p, N * sizeof(int));
  for (int i = 0; i < N; i++)
    p[i] = i % 7;
  return p;
}

static int *counter() {
  int *n;
  cudaMallocManaged(&n, sizeof(int));
  *n = 129;
  return n;
}

static void grid() {
  int *x = numbers(), *count;
  cudaMallocManaged(&count, sizeof(int));
  *count = 129;
  grow<<<1, 32>>>(count, 128);
  cudaDeviceSynchronize();
  add<<<(*count + 63) / 64, 64>>>(x, 257);
  cudaDeviceSynchronize();
  show("grid", *count, x);
}

static void argument() {
  int *x = numbers(), *count;
  cudaMallocManaged(&count, sizeof(int));
  *count = 129;
  grow<<<1, 32>>>(count, 128);
  cudaDeviceSynchronize();
  add<<<5, 64>>>(x, *count);
  cudaDeviceSynchronize();
  show("argument", count[0], x);
}

static void member() {
  int *x = numbers();
  Sizes *s;
  cudaMallocManaged(&s, sizeof(Sizes));
  s->n = 129;
  growMember<<<1, 32>>>(s, 128);
  cudaDeviceSynchronize();
  add<<<(s->n + 63) / 64, 64>>>(x, s->n);
  cudaDeviceSynchronize();
  show("member", (*s).n, x);
}

static void reference() {
  int *x = numbers(), *count = counter();
  int &n = *count;
  grow<<<1, 32>>>(count, 128);
  cudaDeviceSynchronize();
  add<<<(n + 63) / 64, 64>>>(x, n);
  cudaDeviceSynchronize();
  show("reference", n, x);
}

static void loop() {
  int *x = numbers(), *count = counter();
  while (*count < 700) {
    grow<<<1, 32>>>(count, 128);
    cudaDeviceSynchronize();
    add<<<(*count + 63) / 64, 64>>>(x, *count);
    cudaDeviceSynchronize();
  }
  show("loop", *count, x);
}

static int blocks(const int *count) { return (*count + 63) / 64; }

static void call() {
  int *x = numbers(), *count = counter();
  for (int t = 0; t < 3; t++) {
    grow<<<1, 32>>>(count, 128);
    cudaDeviceSynchronize();
    add<<<blocks(count), 64>>>(x, *count);
  }
  cudaDeviceSynchronize();
  show("call", *count, x);
}

static void own() {
  int *x = (int *)malloc(N * sizeof(int)), *dx, *dn, n = 64;
  for (int i = 0; i < N; i++)
    x[i] = i % 5;
  cudaMalloc(&dx, N * sizeof(int));
  cudaMalloc(&dn, sizeof(int));
  for (int t = 0; t < 2; t++) {
    cudaMemcpy(dx, x, N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dn, &n, sizeof(int), cudaMemcpyHostToDevice);
    grow<<<1, 32>>>(dn, 64);
    cudaMemcpy(&n, dn, sizeof(int), cudaMemcpyDeviceToHost);
    add<<<n / 64, 64>>>(dx, n);
    cudaMemcpy(x, dx, N * sizeof(int), cudaMemcpyDeviceToHost);
  }
  show("own", n, x);
}

static void late() {
  int *x = numbers(), *y;
  for (int t = 0; t < 2; t++) {
    cudaMallocManaged(&y, N * sizeof(int));
    add<<<N / 64, 64>>>(y, t);
    add<<<5, 64>>>(x, t == 0 ? 0 : 257);
    cudaDeviceSynchronize();
    cudaFree(y);
  }
  show("late", N, x);
}

int main() {
  grid();
  argument();
  member();
  reference();
  loop();
  call();
  own();
  late();
}
