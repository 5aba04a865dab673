// Axes of an array change places: the tool chooses blocks that are wide along
// the first axis of what is read and of what is written, and lets threads move
// several elements; at sizes that nothing divides, and at small ones.
// RUN: %translate %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: %translate -q --check %t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 70 9 33 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 33 65 128 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1 1 1 | FileCheck %s --check-prefix=SAME
// RUN: %translate -q --no-transfers %s -o %t.manual.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.manual.cu %}
// SAME: same: output, exit code
#include <stdio.h>
#include <stdlib.h>

// CHECK-DAG: :[[@LINE+2]]:17: remark: 'reversed' starts with blocks of 32x1x8 threads
// CHECK-DAG: :[[@LINE+1]]:17: remark: each thread of 'reversed' computes 4 outputs along z
__global__ void reversed(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x < nx && y < ny)
    out[(x * ny + y) * nz + z] = in[(z * ny + y) * nx + x];
}

// CHECK-DAG: :[[@LINE+1]]:17: remark: 'rotated' starts with blocks of 32x1x8 threads
__global__ void rotated(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz)
    return;
  out[(y * nx + x) * nz + z] = 2 * in[(z * ny + y) * nx + x];
}

// Elements change, and only some of them: other blocks gain too little.
// CHECK-NOT: 'added' starts
__global__ void added(const double *in, double *out, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < nx && y < ny && in[y * nx + x] > 3)
    out[x * ny + y] += in[y * nx + x];
}

// Blocks of 8x8x8 threads read whole sectors: they stay.
// CHECK-NOT: 'scaled' starts
__global__ void scaled(float *a, float by, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz)
    a[(z * ny + y) * nx + x] *= by;
}

int main(int argc, char **argv) {
  const int nx = argc > 3 ? atoi(argv[1]) : 41;
  const int ny = argc > 3 ? atoi(argv[2]) : 7;
  const int nz = argc > 3 ? atoi(argv[3]) : 67;
  const int n = nx * ny * nz;
  float *a, *b, *c;
  double *d, *e;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  cudaMallocManaged(&d, n * sizeof(double));
  cudaMallocManaged(&e, n * sizeof(double));
  for (int i = 0; i < n; i++) {
    a[i] = i % 101;
    d[i] = i % 7;
    e[i] = i % 5;
  }
  dim3 plane((nx + 31) / 32, (ny + 7) / 8, nz);
  reversed<<<plane, dim3(32, 8)>>>(a, b, nx, ny, nz);
  rotated<<<dim3((nx + 15) / 16, (ny + 3) / 4, (nz + 3) / 4), dim3(16, 4, 4)>>>(
      b, c, nx, ny, nz);
  dim3 block(16, 16);
  dim3 grid((nx + block.x - 1) / block.x, (ny * nz + block.y - 1) / block.y);
  added<<<grid, block>>>(d, e, nx, ny * nz);
  scaled<<<dim3((nx + 7) / 8, (ny + 7) / 8, (nz + 7) / 8), dim3(8, 8, 8)>>>(
      a, 0.5f, nx, ny, nz);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * (i % 3) + b[i] * (i % 7) + c[i] * (i % 11) + e[i] * (i % 13);
  printf("%.17g\n", sum);
}
