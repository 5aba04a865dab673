// Several GPUs own planes whose size only run time knows, and all of an array
// that all of them read.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 2 --seeds 4 %s %t.cu -- 9 5 7
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.cu -- 33 4 11
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 1 1 2
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 3 2 1
#include <stdio.h>
#include <stdlib.h>

__global__ void filter(const float *in, const float *weights, float *out,
                       int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x >= nx || y >= ny || z >= nz)
    return;
  float sum = 0;
  for (int k = -1; k <= 1; k++)
    if (z + k >= 0 && z + k < nz)
      for (int i = 0; i < nx; i++)
        sum += weights[i] * in[((z + k) * ny + y) * nx + i];
  out[(z * ny + y) * nx + x] = sum + in[(z * ny + y) * nx + x];
}

// CHECK: upload_rows(in_dev, in, Rows(nz, nz, 1, 1, 1, (size_t)nx * ny));
// CHECK: upload_rows(weights_dev, weights, Rows(nx, nx, 1, nx, nx));
// CHECK: filter)<<<dim3(grid.x, grid.y, last - first), dim3(8, 4)>>>(
int main(int argc, char **argv) {
  int nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]);
  size_t bytes = (size_t)nx * ny * nz * sizeof(float);
  float *in, *out, *weights;
  cudaMallocManaged(&in, bytes);
  cudaMallocManaged(&out, bytes);
  cudaMallocManaged(&weights, nx * sizeof(float));
  for (int i = 0; i < nx * ny * nz; i++)
    in[i] = i % 97;
  for (int i = 0; i < nx; i++)
    weights[i] = 1.0f / (i + 1);
  filter<<<dim3((nx + 7) / 8, (ny + 3) / 4, nz), dim3(8, 4)>>>(in, weights, out,
                                                              nx, ny, nz);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < nx * ny * nz; i++)
    sum = sum * 0.75 + out[i];
  printf("%.17g\n", sum);
  cudaFree(in);
  cudaFree(out);
  cudaFree(weights);
}
