// A plate cools down; every few steps, the host looks whether it is enough.
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

/// Reads a number of each page, as a host that uses a result does.
static float sum_of_pages(const float *grid) {
  float sum = 0;
  for (int i = 0; i < N * N; i += 1024)
    sum += grid[i];
  return sum;
}

static void copy(const float *grid, float *end) {
  for (int i = 0; i < N * N; i++)
    end[i] = grid[i];
}

int main() {
  create_context();
  float *now, *next, *end, seen = 0;
  cudaMallocManaged(&now, N * N * sizeof(float));
  cudaMallocManaged(&next, N * N * sizeof(float));
  dim3 block(BLOCKx, BLOCKy);
  dim3 grid((N + BLOCKx - 1) / BLOCKx, (N + BLOCKy - 1) / BLOCKy);
  int steps = 0;
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        now[i * N + j] = initial(i, j, run);
    watch_start();
    for (steps = 0; steps < STEPS; steps++) {
      if (steps % EVERY == EVERY - 1) {
        cudaDeviceSynchronize();
        if (now[N / 2 * N + N / 2] < ENOUGH)
          break;
      }
      cool<<<grid, block>>>(now, next);
      float *old = now;
      now = next;
      next = old;
    }
    cudaDeviceSynchronize();
    seen += sum_of_pages(now);
    watch_stop();
  }
  end = (float *)malloc(N * N * sizeof(float));
  copy(now, end);
  int status = result(seen > 0, checksum(end, N * N * sizeof(float)) + steps);
  free(end);
  cudaFree(now);
  cudaFree(next);
  return status;
}
