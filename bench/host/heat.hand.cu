// heat.cu by hand: of the plate in between, one number is copied.
#include "heat.h"

__global__ void cool(const float *now, float *next) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N && j < N) {
    int up = i > 0 ? i - 1 : i, down = i < N - 1 ? i + 1 : i;
    int left = j > 0 ? j - 1 : j, right = j < N - 1 ? j + 1 : j;
    next[i * N + j] = 0.5f * now[i * N + j] +
                      0.125f * (now[up * N + j] + now[down * N + j] +
                                now[i * N + left] + now[i * N + right]);
  }
}

int main() {
  create_context();
  const size_t bytes = N * N * sizeof(float);
  float *host, *middle, *now, *next;
  CHECK(cudaMallocHost(&host, bytes));
  CHECK(cudaMallocHost(&middle, sizeof(float)));
  CHECK(cudaMalloc(&now, bytes));
  CHECK(cudaMalloc(&next, bytes));
  dim3 block(BLOCKx, BLOCKy);
  dim3 grid((N + BLOCKx - 1) / BLOCKx, (N + BLOCKy - 1) / BLOCKy);
  int steps = 0;
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        host[i * N + j] = initial(i, j, run);
    watch_start();
    CHECK(cudaMemcpyAsync(now, host, bytes, cudaMemcpyHostToDevice));
    for (steps = 0; steps < STEPS; steps++) {
      if (steps % EVERY == EVERY - 1) {
        CHECK(cudaMemcpy(middle, now + N / 2 * N + N / 2, sizeof(float),
                         cudaMemcpyDeviceToHost));
        if (*middle < ENOUGH)
          break;
      }
      cool<<<grid, block>>>(now, next);
      float *old = now;
      now = next;
      next = old;
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, now, bytes, cudaMemcpyDeviceToHost));
    use(host, bytes);
    watch_stop();
  }
  int status = result(steps > 0, checksum(host, bytes) + steps);
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
  CHECK(cudaFreeHost(host));
  CHECK(cudaFreeHost(middle));
  return status;
}
