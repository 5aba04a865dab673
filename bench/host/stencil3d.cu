// Steps of a stencil in three dimensions; two pointers are exchanged. The host
// needs the last grid only.
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

/// Reads a number of each page, as a host that uses a result does.
static float sum_of_pages(const float *grid) {
  float sum = 0;
  for (int i = 0; i < CELLS; i += 1024)
    sum += grid[i];
  return sum;
}

static void copy(const float *grid, float *end) {
  for (int i = 0; i < CELLS; i++)
    end[i] = grid[i];
}

int main() {
  create_context();
  float *now, *next, *end, seen = 0;
  cudaMallocManaged(&now, CELLS * sizeof(float));
  cudaMallocManaged(&next, CELLS * sizeof(float));
  dim3 block(BLOCKx, BLOCKy);
  dim3 grid((N + BLOCKx - 1) / BLOCKx, (N + BLOCKy - 1) / BLOCKy, N);
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < CELLS; i++)
      now[i] = initial(i, run);
    watch_start();
    for (int step = 0; step < STEPS; step++) {
      diffuse<<<grid, block>>>(now, next);
      float *old = now;
      now = next;
      next = old;
    }
    cudaDeviceSynchronize();
    seen += sum_of_pages(now);
    watch_stop();
  }
  end = (float *)malloc(CELLS * sizeof(float));
  copy(now, end);
  int status = result(is_right(end, RUNS - 1) && seen > 0,
                      checksum(end, CELLS * sizeof(float)));
  free(end);
  cudaFree(now);
  cudaFree(next);
  return status;
}
