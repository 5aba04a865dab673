// Seven-point stencil in three dimensions, flattened with sizes known at run
// time. Explicit copies.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef SIZE_X
#define SIZE_X 50
#endif
#ifndef SIZE_Y
#define SIZE_Y 37
#endif
#ifndef SIZE_Z
#define SIZE_Z 29
#endif
#ifndef STEPS
#define STEPS 6
#endif

__global__ void stencil7(const float *__restrict__ in, float *__restrict__ out,
                         int nx, int ny, int nz, float c0, float c1) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
    out[z * nx * ny + y * nx + x] =
        c0 * in[z * nx * ny + y * nx + x] +
        c1 * (in[z * nx * ny + y * nx + x - 1] +
              in[z * nx * ny + y * nx + x + 1] +
              in[z * nx * ny + (y - 1) * nx + x] +
              in[z * nx * ny + (y + 1) * nx + x] +
              in[(z - 1) * nx * ny + y * nx + x] +
              in[(z + 1) * nx * ny + y * nx + x]);
  }
}

int main(int argc, char **argv) {
  int nx = argc > 3 ? atoi(argv[1]) : SIZE_X;
  int ny = argc > 3 ? atoi(argv[2]) : SIZE_Y;
  int nz = argc > 3 ? atoi(argv[3]) : SIZE_Z;
  if (nx < 3 || ny < 3 || nz < 3) {
    fprintf(stderr, "usage: %s [nx ny nz], each at least 3\n", argv[0]);
    return 2;
  }
  const float c0 = 0.4f, c1 = 0.1f;
  const size_t n = (size_t)nx * ny * nz;

  std::vector<float> start(n), poisoned(n);
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        size_t i = ((size_t)z * ny + y) * nx + x;
        bool edge = x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 ||
                    z == nz - 1;
        start[i] = (x * 29 + y * 53 + z * 71) % 100 / 10.0f;
        poisoned[i] = edge ? start[i] : -1.0e6f;
      }

  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, start.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_out, poisoned.data(), n * sizeof(float),
             cudaMemcpyHostToDevice);

  dim3 block(16, 4, 4);
  dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y,
            (nz + block.z - 1) / block.z);
  for (int step = 0; step < STEPS; step++) {
    stencil7<<<grid, block>>>(d_in, d_out, nx, ny, nz, c0, c1);
    std::swap(d_in, d_out);
  }
  std::vector<float> result(n);
  cudaMemcpy(result.data(), d_in, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);

  std::vector<float> a(start), b(start);
  size_t row = nx, plane = (size_t)nx * ny;
  for (int step = 0; step < STEPS; step++) {
    for (int z = 1; z < nz - 1; z++)
      for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++) {
          size_t i = z * plane + y * row + x;
          b[i] = c0 * a[i] + c1 * (a[i - 1] + a[i + 1] + a[i - row] +
                                   a[i + row] + a[i - plane] + a[i + plane]);
        }
    std::swap(a, b);
  }

  double error = 0;
  bool ok = true;
  for (size_t i = 0; i < n; i++) {
    double difference = std::fabs((double)result[i] - a[i]);
    ok = ok && difference < 1e-4;
    error = std::max(error, difference);
  }
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'in' not staged:{{.*}}[tessera-does-not-pay]
