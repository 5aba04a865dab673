// Two arrays to which the host wrote the same values are uploaded once: the
// other one is copied on the device.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none %t/both.cu -o %t.both.cu
// RUN: FileCheck %t/both.cu --input-file=%t.both.cu
// RUN: %tessera-verify --seeds 4 %t/both.cu %t.both.cu
// RUN: %tessera-run --trace-copies %t.both.cu 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: 2 copies, 1600 bytes to the device, 1600 bytes to the host
// RUN: %tessera -q --cuda-path=none %t/pointers.cu -o %t.pointers.cu
// RUN: FileCheck %t/pointers.cu --input-file=%t.pointers.cu
// RUN: %tessera-verify --seeds 4 %t/pointers.cu %t.pointers.cu -- 100
// RUN: %tessera -q --cuda-path=none %t/not.cu -o %t.not.cu
// RUN: FileCheck %s --check-prefix=NOT < %t.not.cu
// RUN: %tessera-verify --seeds 4 %t/not.cu %t.not.cu
// NOT-NOT: cudaMemcpyDeviceToDevice
// RUN: %tessera -q --cuda-path=none --pieces=4 %t/once.cu -o %t.once.cu
// RUN: FileCheck %t/once.cu < %t.once.cu
// RUN: %tessera-verify --seeds 4 %t/once.cu %t.once.cu
// RUN: %tessera -q --cuda-path=none --gpus=all %t/both.cu -o %t.gpus.cu
// RUN: %tessera-verify --devices 2 --seeds 2 %t/both.cu %t.gpus.cu

//--- both.cu
#include <stdio.h>
#define N 20
__global__ float a[N][N], b[N][N];
__global__ void blur(const float in[N][N], float out[N][N]) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < N - 1)
    for (int j = 1; j < N - 1; j++)
      out[i][j] = in[i - 1][j] + in[i + 1][j] + in[i][j - 1];
}
float initial(int i, int j) { return i * 7 + j; }

// CHECK: // The device needs the host's values.
// CHECK-NEXT: cudaMemcpy(a_dev, a, sizeof(a), cudaMemcpyHostToDevice)
// CHECK-NEXT: // The host gave both the same values.
// CHECK-NEXT: cudaMemcpy(b_dev, a_dev, sizeof(b), cudaMemcpyDeviceToDevice)
// CHECK-NEXT: for (int t
int main() {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = initial(i, j);
  printf("%g\n", a[3][4]);
  for (int t = 0; t < 2; t++) {
    blur<<<2, 16>>>(a, b);
    blur<<<2, 16>>>(b, a);
  }
  for (int i = 0; i < N; i++)
    printf("%g\n", a[i][N / 2]);
}

//--- pointers.cu
#include <stdio.h>
#include <stdlib.h>
__global__ void blur(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = in[i - 1] + in[i + 1];
}
// CHECK: cudaMemcpy(b_dev, a_dev, n * sizeof(float), cudaMemcpyDeviceToDevice)
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a, *b;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i % 13;
  for (int t = 0; t < 2; t++) {
    blur<<<(n + 31) / 32, 32>>>(a, b, n);
    blur<<<(n + 31) / 32, 32>>>(b, a, n);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++)
    printf("%g\n", a[i]);
  cudaFree(a);
  cudaFree(b);
}

//--- not.cu
#include <stdio.h>
#define N 20
__global__ float a[N], b[N], c[N], d[N], e[N], f[N], g[N], h[N], k[N], l[N];
__global__ int m[N];
__global__ float o[N];
__global__ void add(float *to, const float *from) {
  int i = threadIdx.x;
  if (i % 2)
    to[i] += from[i];
}
__global__ void add_rounded(int *to, const float *from) {
  int i = threadIdx.x;
  if (i % 2)
    to[i] += from[i];
}
float changing(int i) {
  if (i == 7)
    k[3] = 100;
  return i;
}

int main() {
  for (int i = 0; i < N; i++)
    a[i] = b[N - 1 - i] = i; // other elements
  add<<<1, N>>>(a, b);
  for (int i = 0; i < N; i++)
    c[i] = d[i] = i;
  d[4] = 5; // and one of them once more
  add<<<1, N>>>(c, d);
  for (int i = 0; i < N - 1; i++)
    e[i] = f[i] = i; // not all of them
  add<<<1, N>>>(e, f);
  for (int i = 0; i < N; i++) {
    g[i] = h[i] = i;
    h[i / 2] = 9; // in the same statement
  }
  add<<<1, N>>>(g, h);
  for (int i = 0; i < N; i++)
    k[i] = l[i] = changing(i); // a function
  add<<<1, N>>>(k, l);
  for (int i = 0; i < N; i++)
    o[i] = m[i] = i + 0.5; // another type
  add_rounded<<<1, N>>>(m, o);
  for (int i = 0; i < N; i++)
    printf("%g %g %g %g %g %d\n", a[i], c[i], e[i], g[i], k[i], m[i]);
}

//--- once.cu
#include <stdio.h>
#define N 200
__global__ float a[N], b[N], c[N];
__global__ void scale(float *a, float *b, const float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3)
    a[i] = 2 * a[i] + b[i] * c[i];
}
// What is copied from is there as a whole.
// CHECK: cudaMemcpy(a_dev, a, sizeof(a), cudaMemcpyHostToDevice)
// CHECK: cudaMemcpy(b_dev, a_dev, sizeof(b), cudaMemcpyDeviceToDevice)
int main() {
  for (int i = 0; i < N; i++) {
    c[i] = 2 * i;
    a[i] = b[i] = i;
  }
  scale<<<10, 20>>>(a, b, c);
  for (int i = 0; i < N; i++)
    printf("%g\n", a[i]);
}
