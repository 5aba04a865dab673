// stencil3d.cu by hand: one copy in, one copy out.
#include "stencil3d.h"

__global__ void diffuse(const float *now, float *next) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  int i = (z * N + y) * N + x;
  if (x < N && y < N)
    next[i] =
        0.4f * now[i] +
        0.1f * (now[x > 0 ? i - 1 : i] + now[x < N - 1 ? i + 1 : i] +
                now[y > 0 ? i - N : i] + now[y < N - 1 ? i + N : i] +
                now[z > 0 ? i - N * N : i] + now[z < N - 1 ? i + N * N : i]);
}

int main() {
  create_context();
  const size_t bytes = CELLS * sizeof(float);
  float *host, *now, *next;
  CHECK(cudaMallocHost(&host, bytes));
  CHECK(cudaMalloc(&now, bytes));
  CHECK(cudaMalloc(&next, bytes));
  dim3 block(BLOCKx, BLOCKy);
  dim3 grid((N + BLOCKx - 1) / BLOCKx, (N + BLOCKy - 1) / BLOCKy, N);
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < CELLS; i++)
      host[i] = initial(i, run);
    watch_start();
    CHECK(cudaMemcpyAsync(now, host, bytes, cudaMemcpyHostToDevice));
    for (int step = 0; step < STEPS; step++) {
      diffuse<<<grid, block>>>(now, next);
      float *old = now;
      now = next;
      next = old;
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, now, bytes, cudaMemcpyDeviceToHost));
    use(host, bytes);
    watch_stop();
  }
  int status = result(is_right(host, RUNS - 1), checksum(host, bytes));
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
  CHECK(cudaFreeHost(host));
  return status;
}
