// A launch that is cut into pieces evaluates its arguments for each of them:
// what these read is not read back meanwhile.
// RUN: %meaning %s --original
// RUN: %meaning %s "--options=--no-tiles --pieces=3"
// RUN: %meaning %s --options=--pieces=4
// RUN: %meaning %s "--options=--no-tiles --gpus=all"
// RUN: %tessera -q --cuda-path=none --no-tiles --pieces=3 %s | FileCheck %s
// PRINTS: element 348389430 -1800, reference 348389430 -1800, pointer 348389430 -1800, grid 348389430 -1800, managed 348389430 -1800, other 348389430 -1800
// Pieces are uploaded; the result is read back as a whole.
// CHECK: static void element()
// CHECK: add<<<last - first, 128, 0, compute>>>(x_dev, y_dev, x[5] & 3, first);
// CHECK-NOT: cudaMemcpyAsync(x +
// CHECK: static void reference()
// What arguments read from elsewhere is in nobody's way.
// CHECK: static void other()
// CHECK: cudaMemcpyAsync(x + begin, x_dev + begin
#include <cstdio>
#define N 1024
__global__ int x[N], y[N];

__global__ void add(int *o, const int *p, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = p[i] * 2 + v;
}

static const char *separator = "";
static void show(const char *name, const int *p) {
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + p[i];
  printf("%s%s %d %d", separator, name, h, p[900]);
  separator = ", ";
}
static void fill() {
  for (int i = 0; i < N; i++) {
    x[i] = i;
    y[i] = -i;
  }
}

static void element() {
  for (int r = 0; r < 3; r++) {
    x[5] += r;
    y[r] = 100;
    add<<<N / 128, 128>>>(x, y, x[5] & 3);
  }
}
static void reference() {
  for (int r = 0; r < 3; r++) {
    x[5] += r;
    y[r] = 100;
    const int &v = x[5];
    add<<<N / 128, 128>>>(x, y, v & 3);
  }
}
static void pointer() {
  for (int r = 0; r < 3; r++) {
    x[5] += r;
    y[r] = 100;
    int *v = x + 5;
    add<<<N / 128, 128>>>(x, y, *v & 3);
  }
}
static void grid() {
  for (int r = 0; r < 3; r++) {
    x[5] += r;
    y[r] = 100;
    int v = x[5] & 3;
    add<<<N / 128 + 0 * x[7], 128>>>(x, y, v);
  }
}
static void managed() {
  int *a, *b;
  cudaMallocManaged(&a, sizeof(x));
  cudaMallocManaged(&b, sizeof(y));
  for (int i = 0; i < N; i++) {
    a[i] = i;
    b[i] = -i;
  }
  for (int r = 0; r < 3; r++) {
    a[5] += r;
    b[r] = 100;
    add<<<N / 128, 128>>>(a, b, a[5] & 3);
    cudaDeviceSynchronize();
  }
  show("managed", a);
  cudaFree(a);
  cudaFree(b);
}
static void other() {
  int v[3] = {1, 3, 3};
  for (int r = 0; r < 3; r++) {
    x[5] += r;
    y[r] = 100;
    v[r] = x[5] & 3;
    add<<<N / 128, 128>>>(x, y, v[r]);
  }
}

int main() {
#define RUN(NAME)                                                              \
  fill();                                                                      \
  NAME();                                                                      \
  show(#NAME, x);
  RUN(element)
  RUN(reference)
  RUN(pointer)
  RUN(grid)
  managed();
  RUN(other)
  printf("\n");
}
