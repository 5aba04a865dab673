// stream_managed.cu by hand, in one of two ways.
#include "bench.h"
#ifndef N
#define N 4096
#endif
#define PAGEABLE 0 // ordinary memory
#define PINNED 1   // page-locked memory
#ifndef HOW
#define HOW PAGEABLE
#endif
#define BLOCK 256

__global__ void scale(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    out[i] = 2 * in[i] + 1;
}

static float *allocate(size_t bytes) {
  float *data;
#if HOW == PAGEABLE
  data = (float *)malloc(bytes);
#else
  CHECK(cudaMallocHost(&data, bytes));
#endif
  return data;
}

static void release(float *data) {
#if HOW == PAGEABLE
  free(data);
#else
  CHECK(cudaFreeHost(data));
#endif
}

int main() {
  create_context();
  const size_t bytes = N * sizeof(float);
  bool good = true;
  unsigned long long sum = 0;
  for (int run = 0; run < RUNS; run++) {
    watch_start();
    float *in = allocate(bytes), *out = allocate(bytes), *in_dev, *out_dev;
    CHECK(cudaMalloc(&in_dev, bytes));
    CHECK(cudaMalloc(&out_dev, bytes));
    for (int i = 0; i < N; i++)
      in[i] = number(i + run);
    CHECK(cudaMemcpy(in_dev, in, bytes, cudaMemcpyHostToDevice));
    scale<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in_dev, out_dev);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, out_dev, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
      good = good && out[i] == 2 * in[i] + 1;
      sum = 31 * sum + (unsigned)out[i];
    }
    CHECK(cudaFree(in_dev));
    CHECK(cudaFree(out_dev));
    release(in);
    release(out);
    watch_stop();
  }
  return result(good, sum);
}
