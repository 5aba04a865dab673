// Threads that number rows and columns, and whose kernel bounds the rows alone:
// planes of them have no threads behind the last column. Where nothing bounds
// the rows there are none.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=always %s -o %t.2.cu 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %tessera-verify %s %t.2.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.2.cu -- 101 7 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.2.cu -- 1 128 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.2.cu -- 128 1 | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options= --original
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -c %t.2.cu -o %t.o %}
// SAME: same: output
// SAID: launches of 'bounded', whose threads number rows and columns, start versions with blocks of 32x4x1 threads
// SAID-NOT: launches of 'unbounded'
// PRINTS: 1354301.0 1354301.0 1354301.0
#include <cstdio>
#include <cstdlib>
__global__ void unbounded(const float *A, float *C, int w, int h) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int y = id / w, x = id % w;
  float s = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
        s += A[(y + dy) * w + x + dx];
  C[id] = s;
}
// CHECK:      void bounded(
// CHECK-NEXT:   int x2 = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   int y2 = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK:        if (x2 >= w)
// CHECK-NEXT:     return;
// CHECK:        if (y >= h) return;
__global__ void bounded(const float *A, float *C, int w, int h) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int y = id / w, x = id % w;
  if (y >= h) return;
  float s = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
        s += A[(y + dy) * w + x + dx];
  C[y * w + x] = s;
}
int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 100, h = argc > 2 ? atoi(argv[2]) : 64;
  float *a, *c;
  cudaMallocManaged(&a, w * h * 4); cudaMallocManaged(&c, (w * h + 1000) * 4);
  for (int i = 0; i < w * h; ++i) a[i] = i % 13;
  for (int i = 0; i < w * h + 1000; ++i) c[i] = -1;
  auto show = [&] { cudaDeviceSynchronize(); double s = 0; for (int i = 0; i < w * h + 1000; ++i) s += c[i] * (i % 7 + 1); printf("%.1f\n", s); };
  if (w * h % 128 == 0) { unbounded<<<w * h / 128, 128>>>(a, c, w, h); show(); }
  bounded<<<(w * h + 127) / 128, 128>>>(a, c, w, h); show();
  bounded<<<(w * h + 127) / 128 + 3, 128>>>(a, c, w, h); show();
  cudaFree(a); cudaFree(c);
}
