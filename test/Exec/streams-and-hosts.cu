// Host functions run in the order of their stream, as late as allowed: at the
// wait; with an odd seed at once. What is freed in a stream's order is gone
// behind it.
// RUN: %tessera-run %s | FileCheck %s --check-prefixes=LATE,BOTH
// RUN: %tessera-run --seed=1 %s | FileCheck %s --check-prefixes=EARLY,BOTH
// RUN: not %tessera-run -DAFTER_FREE %s 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: not %tessera-run -DOTHER_STREAM --no-check=races %s 2>&1 | FileCheck %s --check-prefix=FREED
// LATE:  before the wait: 0
// EARLY: before the wait: 8
// BOTH:  after the wait: 8
// BOTH:  rows: 7 7 7 0 | 7 7 7 0
// BOTH:  blocks: 2 4 32
// BOTH:  grid 264 of 1024, 132 of 768
// FREED: in kernel 'look' outside of any array, in 'device' (4 bytes), which was freed
#include <stdio.h>

static int sum;

static void add(void *data) { sum += *(int *)data; }

__global__ void twice(int *x) { *x *= 2; }
__global__ void look(int *x) { *x = 3; }

int main() {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  int *host, *device;
  cudaMallocHost(&host, sizeof(int));
  cudaMallocAsync(&device, sizeof(int), first);
  *host = 4;
  cudaMemcpyAsync(device, host, sizeof(int), cudaMemcpyHostToDevice, first);
  twice<<<1, 1, 0, first>>>(device);
  cudaMemcpyAsync(host, device, sizeof(int), cudaMemcpyDeviceToHost, first);
  cudaLaunchHostFunc(first, add, host);
  cudaFreeAsync(device, first);
  printf("before the wait: %d\n", sum);
#ifdef AFTER_FREE
  look<<<1, 1, 0, first>>>(device);
#endif
#ifdef OTHER_STREAM
  cudaStreamSynchronize(first);
  look<<<1, 1, 0, second>>>(device);
#endif
  cudaStreamSynchronize(first);
  cudaStreamSynchronize(second);
  printf("after the wait: %d\n", sum);

  unsigned char *rows, back[8];
  cudaMalloc(&rows, 8);
  cudaMemset(rows, 0, 8);
  cudaMemset2DAsync(rows, 4, 7, 3, 2, second);
  cudaMemcpyAsync(back, rows, 8, cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  printf("rows: %d %d %d %d | %d %d %d %d\n", back[0], back[1], back[2],
         back[3], back[4], back[5], back[6], back[7]);
  cudaFree(rows);

  int n[3], grid, block;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n[0], twice, 1024, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n[1], twice, 64, 50000);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n[2], twice, 33, 0);
  printf("blocks: %d %d %d\n", n[0], n[1], n[2]);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, twice);
  printf("grid %d of %d, ", grid, block);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, twice, 120000, 768);
  printf("%d of %d\n", grid, block);
  cudaFreeHost(host);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return 0;
}
