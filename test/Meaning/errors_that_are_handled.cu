// Programs that go on after errors of CUDA, or look at them later, find what
// they found before.
// RUN: %meaning %s --options=--extra-arg=-DCASE=1 --run=-DCASE=1
// RUN: %meaning %s --options=--extra-arg=-DCASE=2 --run=-DCASE=2
// RUN: %meaning %s --options=--extra-arg=-DCASE=3 --run=-DCASE=3
// RUN: %meaning %s --options=--extra-arg=-DCASE=4 --run=-DCASE=4
// RUN: %meaning %s --options=--extra-arg=-DCASE=5 --run=-DCASE=5
// RUN: %meaning %s --options=--extra-arg=-DCASE=6 --run=-DCASE=6
// RUN: %meaning %s --options=--extra-arg=-DCASE=7 --run=-DCASE=7
// PRINTS: 6 70
#include <cstdio>
#include <cstdlib>

__global__ void inc(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] += 1;
}

#if CASE == 5 // there is no such device, and it does without
__global__ int a[64];
int main() {
  if (cudaSetDevice(7) == cudaSuccess)
    return 1;
  for (int i = 0; i < 64; ++i)
    a[i] = i;
  inc<<<1, 64>>>(a, 64);
  printf("%d %d\n", a[5], a[63] + 6);
}
#elif CASE == 6 // the same, without a look
__global__ int a[64];
int main() {
  cudaSetDevice(7);
  for (int i = 0; i < 64; ++i)
    a[i] = i;
  inc<<<1, 64>>>(a, 64);
  printf("%d %d\n", a[5], a[63] + 6);
}
#else
int main(int argc, char **argv) {
  int *a = nullptr;
  int block = 64;
#if CASE == 1 // takes less memory
  if (cudaMallocManaged(&a, (size_t)1 << 50) != cudaSuccess)
    cudaMallocManaged(&a, 64 * sizeof(int));
#elif CASE == 7
  cudaError_t error = cudaMallocManaged(&a, (size_t)1 << 50);
  bool small = error != cudaSuccess;
  if (small)
    error = cudaMallocManaged(&a, 64 * sizeof(int));
  if (error)
    return 1;
#else
  cudaMallocManaged(&a, 64 * sizeof(int));
#endif
  int *scratch = nullptr;
  for (int i = 0; i < 64; ++i)
    a[i] = i;
#if CASE == 2 // an older error, which was seen
  size_t n = (size_t)1 << 50;
  while (cudaMalloc(&scratch, n) != cudaSuccess)
    n >>= 11;
#elif CASE == 3 // a block that is too large, and a look behind other calls
  block = 2048;
#endif
#if CASE == 4 // no block
  inc<<<argc - 1, 64>>>(a, 64);
  cudaDeviceSynchronize();
  bool none = cudaGetLastError() != cudaSuccess;
  inc<<<1, 64>>>(a, none ? 64 : 0);
#else
  inc<<<1, block>>>(a, 64);
#endif
  cudaDeviceSynchronize();
  int last = a[63];
#if CASE == 3
  if (cudaGetLastError() != cudaSuccess)
    for (int i = 0; i < 64; ++i)
      a[i] += 1;
  last = a[63];
#endif
  printf("%d %d\n", a[5], last + 6);
  cudaFree(a);
  cudaFree(scratch);
}
#endif
