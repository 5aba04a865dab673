// Threads whose number tells a row and a column: versions start in planes of
// threads, where the user's launch has a number for each that does something.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.normal.cu
// RUN: FileCheck %s --input-file=%t.normal.cu
// RUN: %tessera --cuda-path=none --coarsen=always %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 64 40 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 1 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 131 7 | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none --no-transfers %s -o %t.2.cu
// RUN: %tessera-verify %s %t.2.cu -- 96 70 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
// SAME: same: output
// SAID-DAG: launches of 'product', whose threads number rows and columns, start versions with blocks of 32x8x1 threads
// SAID-DAG: launches of 'cross', whose threads number rows and columns, start versions with blocks of 32x4x1 threads
// SAID-NOT: launches of 'counted'
#include <cstdio>
#include <cstdlib>

// CHECK-LABEL: void product(
// CHECK:         {{^ *}}int x2 = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:    {{^ *}}int y2 = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK:         if (y2 >= h || x2 >= w)
__global__ void product(const float *a, const float *b, float *c, int w,
                        int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= h * w)
    return;
  int row = i / w;
  int col = i - row * w;
  float sum = 0;
  for (int k = 0; k < w; ++k)
    sum += a[row * w + k] * b[k * w + col];
  c[i] += sum;
}

// Its guards say which rows and columns.
// CHECK-LABEL: void cross(
// CHECK:         blockIdx.y * blockDim.y + threadIdx.y
__global__ void cross(const float *a, float *c, unsigned w, int h) {
  const unsigned number = blockIdx.x * blockDim.x + threadIdx.x;
  int x = number % w, y = number / w;
  if (x > 0 && x < (int)w - 1 && y > 0 && y < h - 1)
    c[y * w + x] += a[y * w + x - 1] + a[y * w + x + 1] +
                    a[(y - 1) * w + x] + a[(y + 1) * w + x];
}

// Rows of a known length.
// CHECK-LABEL: void fixed(
// CHECK:         if (y2 < h && x2 < 32)
__global__ void fixed(const float *a, float *c, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 32 * h)
    c[i] += a[i / 32] * a[i % 32];
}

// Who counts threads otherwise, too, or tells of each, stays in a row.
// CHECK-LABEL: void counted(
// CHECK:         c[i] += a[i / w] + threadIdx.x;
__global__ void counted(const float *a, float *c, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h)
    c[i] += a[i / w] + threadIdx.x;
}
// CHECK-LABEL: void mixed(
// CHECK:         a[i / w] + a[i % h]
__global__ void mixed(const float *a, float *c, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h)
    c[i] += a[i / w] + a[i % h];
}
// CHECK-LABEL: void told(
// CHECK:         i / w
__global__ void told(const float *a, float *c, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 3)
    printf("%d\n", i / w);
  if (i < w * h)
    c[i] += a[i / w];
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 33, h = argc > 2 ? atoi(argv[2]) : 20;
  int cells = (w + 32) * (w + h + 32);
  float *a, *c;
  cudaMallocManaged(&a, cells * sizeof(float));
  cudaMallocManaged(&c, cells * sizeof(float));
  for (int i = 0; i < cells; ++i) {
    a[i] = i % 9 - 3;
    c[i] = 0;
  }
  product<<<(w * h + 255) / 256, 256>>>(a, a + 2, c, w, h);
  // Not for all of them.
  product<<<(w * h + 255) / 512 + 1, 256>>>(a, a, c, w, h);
  cross<<<(w * h + 127) / 128, 128>>>(a, c, w, h);
  cross<<<1, 128>>>(a, c, w, h);
  fixed<<<h / 8 + 1, 256>>>(a, c, h);
  counted<<<(w * h + 255) / 256, 256>>>(a, c, w, h);
  mixed<<<(w * h + 255) / 256, 256>>>(a, c, w, h);
  told<<<(w * h + 255) / 256, 256>>>(a, c, w, h);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < cells; ++i)
    sum += c[i] * (i % 5 + 1);
  printf("%.1f\n", sum);
}
