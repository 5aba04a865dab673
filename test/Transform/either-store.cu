// What branches write to an element that threads store at once keeps its
// condition, also where a loop in one of them splits them.
// RUN: %tessera -q --cuda-path=none --coarsen=always %s -o %t.1.cu
// RUN: FileCheck %s < %t.1.cu
// RUN: %tessera -q --cuda-path=none --start=1 %s -o %t.2.cu
// RUN: %tessera-verify %s %t.1.cu %t.2.cu | FileCheck %s --check-prefix=SAME
#include <cstdio>

// CHECK: {{^}}__global__ void either_tiled(
// CHECK: {{^ *}}if (x_first + c2 >= 2 && x_first + c2 < w - 2)
// CHECK-NEXT: s[
// CHECK: if (x_first + c2 >= 2 && x_first + c2 < w - 2)
// CHECK-NEXT: o_reg[{{.*}}] = s[{{.*}}];
// CHECK: {{^}}        if (!(x_first + c2 >= 2 && x_first + c2 < w - 2))
// CHECK-NEXT: o_reg[{{.*}}] = 5;
__global__ void either(const float *b, float *o, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  if (x >= 2 && x < w - 2) {
    float s = 1;
    for (int d = -r; d <= r; ++d) s -= b[y * w + x + d];
    o[y * w + x] = s;
  } else {
    o[y * w + x] = 5;
  }
}

// The loop is in the other branch, an element is written before both.
__global__ void before(const unsigned char *b, unsigned char *o, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  o[y * w + x] = 9;
  if (x < 2 || x >= w - 2) {
    o[y * w + x] = 5;
  } else {
    int s = 1;
    for (int d = -2; d <= 2; ++d) s += b[y * w + x + d];
    o[y * w + x] = s / 3;
  }
}

// Conditions within conditions, and one array updated, one written.
__global__ void within(const int *b, int *o, int *last, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  if (y > 0) {
    if (x > r && x < w - r) {
      int s = 0;
      for (int d = -r; d <= r; ++d) s += b[y * w + x + d];
      o[y * w + x] += s;
      last[y * w + x] = s;
    } else
      last[y * w + x] = -1;
  } else {
    o[y * w + x] -= 7;
  }
}

// Variables of two branches have one name.
// CHECK: {{^}}__global__ void chain(
// CHECK: {{^}}    unsigned char s[4] = {};
// CHECK: {{^}}    {
// CHECK-NEXT: {{^}}      unsigned char s[4] = {};
__global__ void chain(unsigned char *b, unsigned char *__restrict__ o, int w,
                      int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < h)
    if (x <= w - 1) {
      if (x >= 1 && x < w - 1 && x < 5) {
        unsigned char s = 0;
        for (int c = -1; c <= 0; ++c) s += b[y * w + x + c];
        o[y * w + x] = s;
      } else if (x >= 1 && x < w - 1) {
        unsigned char s = 0;
        for (int c = -1; c <= 1; ++c) s += b[y * w + x + c] * c;
        o[y * w + x] += s;
      } else {
        o[y * w + x] = 3;
      }
    }
}

template <class T> T *filled(int count) {
  T *all;
  cudaMallocManaged(&all, count * sizeof(T));
  for (int i = 0; i < count; ++i) all[i] = T(i % 7);
  return all;
}

int main(int argc, char **) {
  int w = 63 + argc, h = 15 + argc;
  float *b = filled<float>(w * h), *o = filled<float>(w * h);
  unsigned char *c = filled<unsigned char>(w * h), *p = filled<unsigned char>(w * h);
  int *d = filled<int>(w * h), *q = filled<int>(w * h), *l = filled<int>(w * h);
  dim3 grid((w + 31) / 32, (h + 3) / 4), block(32, 4);
  either<<<grid, block>>>(b, o, w, h, 1);
  before<<<grid, block>>>(c, p, w, h);
  within<<<grid, block>>>(d, q, l, w, h, 2);
  unsigned char *f = filled<unsigned char>(w * h);
  chain<<<grid, block>>>(c, f, w, h);
  cudaDeviceSynchronize();
  for (int i = 0; i < w * h; i += 97)
    printf("%g %d %d %d %d\n", o[i], p[i], q[i], l[i], f[i]);
}
// SAME: same: output, exit code and 8 arrays
