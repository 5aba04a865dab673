// A time-stepped stencil of seven points in planes of run-time size: each GPU
// keeps one plane around its own.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 2 --seeds 2 %s %t.cu -- 13 7 11 3
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 5 9 2 2
// RUN: %tessera-run --devices 3 --trace-copies %t.cu -- 13 7 11 3 2>&1 | FileCheck %s --check-prefix=TRACE
// CHECK: upload_rows(a_dev, a, Rows(nz, (nz + 1) / 2, 2, 1, 1, (size_t)nx * ny));
// CHECK: exchange_rows(b_dev, Rows(nz, (nz + 1) / 2, 2, 1, 1, (size_t)nx * ny));
// Planes of 364 bytes: 11 and 4 around them; two at each of two seams for each
// of three launches.
// TRACE: 5460 bytes to the device, 4004 bytes to the host, 4368 between GPUs
#include <stdio.h>
#include <stdlib.h>
__global__ void stencil(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz)
    return;
  int c = (z * ny + y) * nx + x;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
    out[c] = 0.1f * (in[c - 1] + in[c + 1] + in[c - nx] + in[c + nx] +
                     in[c - nx * ny] + in[c + nx * ny]) + 0.4f * in[c];
  else
    out[c] = in[c];
}
int main(int argc, char **argv) {
  int nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]);
  int steps = atoi(argv[4]);
  size_t bytes = (size_t)nx * ny * nz * sizeof(float);
  float *a, *b;
  cudaMallocManaged(&a, bytes);
  cudaMallocManaged(&b, bytes);
  for (size_t i = 0; i < (size_t)nx * ny * nz; i++)
    a[i] = i * 37 % 1000;
  dim3 block(32, 4, 2);
  dim3 grid((nx + 31) / 32, (ny + 3) / 4, (nz + 1) / 2);
  for (int t = 0; t < steps; t++) {
    stencil<<<grid, block>>>(a, b, nx, ny, nz);
    float *c = a;
    a = b;
    b = c;
  }
  cudaDeviceSynchronize();
  double sum = 0;
  for (size_t i = 0; i < (size_t)nx * ny * nz; i++)
    sum = sum * 0.75 + a[i];
  printf("%.17g\n", sum);
  cudaFree(a);
  cudaFree(b);
}
