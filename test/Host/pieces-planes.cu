// A piece along the third axis is so many planes of run-time size: rows of rows.
// Blocks of the launch cover the planes exactly, and nothing tests that.
// RUN: %tessera -q --cuda-path=none --pieces=2 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 17 8 7
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1 4 1
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 5 12 2
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>

__global__ void lift(const int *in, int *out, size_t nx, size_t ny, size_t nz) {
  size_t x = blockIdx.x * 16 + threadIdx.x;
  size_t y = blockIdx.y * 4 + threadIdx.y;
  size_t z = blockIdx.z;
  if (x < nx)
    out[(z * ny + y) * nx + x] =
        2 * in[(z * ny + y) * nx + x] + in[((z + 1) * ny + y) * nx + x];
}

// CHECK: ((size_t)last + 1) * (size_t)(nx + 1) * (size_t)ny <
// CHECK: ? ((size_t)last + 1) * (size_t)(nx + 1) * (size_t)ny
// CHECK: ? (size_t)last * (size_t)(nx + 1) * (size_t)ny
int main(int argc, char **argv) {
  int nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]);
  int *in, *out;
  cudaMallocManaged(&in, (size_t)(nx + 1) * ny * (nz + 1) * sizeof(int));
  cudaMallocManaged(&out, (size_t)(nx + 1) * ny * nz * sizeof(int));
  for (int i = 0; i < (nx + 1) * ny * (nz + 1); i++)
    in[i] = i * 7 % 101;
  lift<<<dim3((nx + 16) / 16, ny / 4, nz), dim3(16, 4)>>>(in, out, nx + 1, ny,
                                                          nz);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < (nx + 1) * ny * nz; i++)
    sum = (sum * 3 + out[i]) % 1000003;
  printf("%ld\n", sum);
  cudaFree(in);
  cudaFree(out);
}
