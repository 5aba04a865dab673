// An array in, a light kernel, an array out, again and again.
#include "bench.h"
#ifndef N
#define N 4096
#endif
#define BLOCK 256

__global__ float in[N], out[N];

__global__ void scale(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    out[i] = 2 * in[i] + 1;
}

int main() {
  create_context();
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      in[i] = number(i + run);
    watch_start();
    scale<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out);
    use(out, sizeof(out));
    watch_stop();
  }
  bool good = true;
  for (int i = 0; i < N; i++)
    good = good && out[i] == 2 * in[i] + 1;
  return result(good, checksum(out, sizeof(out)));
}
