// Steps of a stencil in two dimensions, from one array to the other and back.
// The host needs the last grid only.
#include "stencil2d.h"

__global__ float a[N][N], b[N][N];

__global__ void relax(const float (*now)[N], float (*next)[N]) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < N - 1 && j > 0 && j < N - 1)
    next[i][j] =
        0.25f * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
}

int main() {
  create_context();
  dim3 block(BLOCKx, BLOCKy);
  dim3 grid((N + BLOCKx - 1) / BLOCKx, (N + BLOCKy - 1) / BLOCKy);
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = b[i][j] = initial(i, j, run);
    watch_start();
    for (int step = 0; step < STEPS; step += 2) {
      relax<<<grid, block>>>(a, b);
      relax<<<grid, block>>>(b, a);
    }
    use(a, sizeof(a));
    watch_stop();
  }
  return result(is_right(a[0], RUNS - 1), checksum(a, sizeof(a)));
}
