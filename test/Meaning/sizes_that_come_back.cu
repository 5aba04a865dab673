// Memory whose size a kernel tells: it is read behind the copy that brings it.
// RUN: %meaning %s --original
// RUN: %meaning %s
// RUN: %meaning %s --options=--start=1
// RUN: %meaning %s "--options=--no-tiles --pieces=3"
// RUN: %meaning %s "--options=--no-tiles --gpus=all"
// RUN: %meaning %s --options=--graphs
// PRINTS: grown 128 -1410332544, grown 192 -991425344, grown 256 1608519936, condition 310 1494028593, member 320 -1658958400, second 74 1276748773
// RUN: %tessera -q --cuda-path=none %s | FileCheck %s
// CHECK: static void grown()
// CHECK: cudaMemcpy(count, count_dev
// CHECK-NEXT: y_bytes = *count * sizeof(int);
// CHECK-NEXT: cudaMallocHost(&y, y_bytes)
#include <cstdio>
#include <cstdlib>

struct Work {
  int pad, n;
};

__global__ void grow(int *n, int by) {
  if (threadIdx.x == 0)
    *n += by;
}

__global__ void growMember(Work *w) {
  if (threadIdx.x == 0)
    w->n += 64;
}

__global__ void add(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += i + 1;
}

static const char *separator = "";
static void show(const char *name, int n, const int *p) {
  unsigned h = 0;
  for (int i = 0; i < n; i++)
    h = h * 31 + p[i];
  printf("%s%s %d %d", separator, name, n, (int)h);
  separator = ", ";
}

static void grown() {
  int *count, *y;
  cudaMallocManaged(&count, sizeof(int));
  *count = 64;
  for (int t = 0; t < 3; t++) {
    grow<<<1, 32>>>(count, 64);
    cudaDeviceSynchronize();
    cudaMallocManaged(&y, *count * sizeof(int));
    for (int i = 0; i < *count; i++)
      y[i] = i;
    add<<<(*count + 63) / 64, 64>>>(y, *count);
    cudaDeviceSynchronize();
    show("grown", *count, y);
    cudaFree(y);
  }
}

static void condition() {
  int *count, *y;
  cudaMallocManaged(&count, sizeof(int));
  *count = 10;
  grow<<<1, 32>>>(count, 300);
  cudaDeviceSynchronize();
  if (cudaMallocManaged(&y, *count * sizeof(int)) != cudaSuccess)
    exit(1);
  for (int i = 0; i < *count; i++)
    y[i] = 2 * i;
  add<<<*count / 64 + 1, 64>>>(y, *count);
  cudaDeviceSynchronize();
  show("condition", *count, y);
}

static void member() {
  Work *w;
  int *q = nullptr, have = 0;
  cudaMallocManaged(&w, sizeof(Work));
  w->n = 64;
  for (int t = 0; t < 4; t++) {
    growMember<<<1, 32>>>(w);
    cudaDeviceSynchronize();
    if (w->n > have) {
      int *r;
      cudaMallocManaged(&r, sizeof(int) * w->n);
      for (int i = 0; i < w->n; i++)
        r[i] = i < have ? q[i] : 1;
      cudaFree(q);
      q = r;
      have = w->n;
    }
    add<<<have / 64, 64>>>(q, w->n);
    cudaDeviceSynchronize();
  }
  show("member", have, q);
}

static void second() {
  int *count, *y;
  cudaMallocManaged(&count, sizeof(int));
  *count = 1;
  grow<<<1, 32>>>(count, 70);
  cudaDeviceSynchronize();
  cudaMallocManaged(&y, (*count + 1) * sizeof(int));
  y[0] = 3;
  grow<<<1, 32>>>(y, *count);
  cudaDeviceSynchronize();
  int n = y[0];
  cudaFree(y);
  cudaMallocManaged(&y, n * sizeof(int));
  for (int i = 0; i < n; i++)
    y[i] = 5;
  add<<<2, 64>>>(y, n);
  cudaDeviceSynchronize();
  show("second", n, y);
}

int main() {
  grown();
  condition();
  member();
  second();
}
