// An array in, a light kernel, an array out, once: what is allocated and
// page-locked for that counts, too.
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
  atexit(watch_stop);
  for (int i = 0; i < N; i++) {
    in[i] = number(i);
    out[i] = 0;
  }
  watch_start();
  scale<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out);
  use(out, sizeof(out));
  watch_hold();
  bool good = true;
  for (int i = 0; i < N; i++)
    good = good && out[i] == 2 * in[i] + 1;
  int status = result(good, checksum(out, sizeof(out)));
  watch_resume();
  return status;
}
