// Memory whose size only run time knows is spread, too. Pointers that exchange
// their memory are divided in the same way.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 2 %s %t.cu -- 1000
// RUN: %tessera-verify --devices 2 --seeds 4 %s %t.cu -- 1000
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.cu -- 1009
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 1
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 129
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 384
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>
#include <utility>

__global__ void smooth(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i < 2 || i == n - 1 ? in[i] : in[i - 2] + in[i] / 2 + in[i + 1];
}

// CHECK: // All GPUs share the work.
// CHECK-NEXT: find_gpus();
// CHECK: float *in_dev[max_gpus] = {};
// CHECK: CUDA_CHECK(device_malloc(&in_dev[gpu], n * sizeof(float)));
// CHECK: upload_rows(in_dev, in, Rows(n, (n + 127) / 128, 128, 2, 1));
// CHECK: const unsigned int first = first_of(gpu, blocks, (n + 127) / 128, 1);
// CHECK: smooth<<<last - first, 128>>>(in_dev[gpu], out_dev[gpu], n, first);
// CHECK: exchange_rows(out_dev, Rows(n, (n + 127) / 128, 128, 2, 1));
// CHECK: std::swap(in, out);
// CHECK: std::swap(in_dev, out_dev);
// CHECK: read_back_rows(in, in_dev, Rows(n, (n + 127) / 128, 128, 2, 1));
// CHECK: CUDA_CHECK(cudaFree(in_dev[gpu]));
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++)
    in[i] = i % 100;
  for (int step = 0; step < 5; step++) {
    smooth<<<(n + 127) / 128, 128>>>(in, out, n);
    std::swap(in, out);
  }
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + in[i];
  printf("%.17g\n", sum);
  cudaFree(in);
  cudaFree(out);
}
