// Functions that the runtime or the C library calls later read and write
// arrays: behind the work of a stream, and at the end of the program.
// RUN: %meaning %s --original
// PRINTS: 2080 2147 / 2144 / 2208
#include <cstdio>
#include <cstdlib>
#define N 64

__global__ int hosted[N];
__global__ int late[N];
__global__ int later[N];

__global__ void fill(int *x, int by) { x[threadIdx.x] = threadIdx.x + by; }
__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }

static int total(const int *x) {
  int sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  return sum;
}
static void CUDART_CB hosts(void *data) {
  printf("%d ", total(hosted));
  *(int *)data += 3;
}
static void at_end() { printf("/ %d\n", total(late)); }
static void at_first() { printf("/ %d ", total(later)); }

int main() {
  atexit(at_end);
  atexit(at_first);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  fill<<<1, N, 0, stream>>>(hosted, 1);
  cudaLaunchHostFunc(stream, hosts, &hosted[5]);
  cudaStreamSynchronize(stream);
  raise<<<1, N, 0, stream>>>(hosted, 1);
  cudaStreamSynchronize(stream);
  printf("%d ", total(hosted));
  cudaStreamDestroy(stream);

  fill<<<1, N>>>(later, 2);
  fill<<<1, N>>>(late, 3);
}
