// Members with memory of one size for all objects are spread over several GPUs;
// not so where each object may have another size.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 2 %s %t.cu
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.cu
// RUN: %tessera-verify --devices 4 --seeds 4 %s %t.cu
// RUN: %tessera --cuda-path=none --gpus=all %s -o %t.2.cu -- -DSIZES 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: the program uses one GPU: each object has a 'in' of its own size [tessera-not-spread]
#include <stdio.h>
#include <utility>
const int N = 500;
#ifdef SIZES
#define COUNT n
#else
#define COUNT N
#endif

// CHECK: float *in_dev[max_gpus] = {};
struct Grid {
  float *in, *out;
  int n;
};

__global__ void smooth(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    out[i] = i == 0 || i == N - 1 ? in[i] : in[i - 1] + in[i] / 2 + in[i + 1];
}

// CHECK: upload_rows(g->in_dev, g->in, Rows(COUNT, 16, 32, 1, 1));
// CHECK: smooth<<<last - first, 32>>>(g->in_dev[gpu], g->out_dev[gpu], first);
// CHECK: exchange_rows(g->out_dev, Rows(COUNT, 16, 32, 1, 1));
// CHECK: std::swap(g->in_dev, g->out_dev);
// CHECK: read_back_rows(g->in, g->in_dev, Rows(COUNT, 16, 32, 1, 1));
double run(Grid *g, int n) {
  cudaMallocManaged(&g->in, COUNT * sizeof(float));
  cudaMallocManaged(&g->out, COUNT * sizeof(float));
  for (int i = 0; i < N; i++)
    g->in[i] = i % 100;
  for (int t = 0; t < 5; t++) {
    smooth<<<(N + 31) / 32, 32>>>(g->in, g->out);
    std::swap(g->in, g->out);
  }
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.75 + g->in[i];
  cudaFree(g->in);
  cudaFree(g->out);
  return sum;
}

int main() {
  Grid a, b;
  printf("%.17g\n", run(&a, N));
  printf("%.17g\n", run(&b, N));
}
