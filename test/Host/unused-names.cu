// What only removed calls used goes with them, or is still used: compilers warn of
// nothing that they did not warn of before.
// RUN: %tessera --cuda-path=none --no-tiles -q %s -- | grep -v '// ' > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -Xcompiler=-Wall,-Werror -c %s -o %t.o %}
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -Xcompiler=-Wall,-Werror -c %t.cu -o %t.o %}
#include <cstdio>
#include <cstdlib>
#define N 256
#define TRY(call)                                                              \
  do {                                                                         \
    cudaError_t e = (call);                                                    \
    if (e != cudaSuccess)                                                      \
      exit(1);                                                                 \
  } while (0)

static int first_device() { return 0; }
static const unsigned Attach = cudaMemAttachGlobal;
static cudaMemLocation place_of(int device) {
  cudaMemLocation place = {cudaMemLocationTypeDevice, device};
  return place;
}

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

// CHECK:      {{^}}int run(int *seed, int rest) {
// CHECK-NEXT: cudaMemLocation where;
// CHECK-NEXT: where.type = cudaMemLocationTypeDevice;
// CHECK-NEXT: where.id = 0;
// CHECK-NEXT: (void)Attach;
// CHECK-NEXT: int *x, *y;
// CHECK:      TRY(cudaMallocHost(&x, N * sizeof(int)));
// CHECK:      y[i] = seed[0];
// CHECK-NEXT: }
// CHECK-NEXT: (void)&where;
// CHECK-NEXT: (void)place_of;
// CHECK-NEXT: cudaError_t e = ((void)first_device, cudaSuccess);
// CHECK:      if (rest)
// CHECK-NEXT: (void)0;
int run(int *seed, int rest) {
  const size_t count = N;
  const size_t bytes = count * sizeof(int);
  cudaMemLocation where;
  where.type = cudaMemLocationTypeDevice;
  where.id = 0;
  int device = 0;
  unsigned flags = Attach;
  int *x, *y;
  TRY(cudaMallocManaged(&x, N * sizeof(int), flags));
  TRY(cudaMallocManaged(&y, N * sizeof(int)));
  for (int i = 0; i < N; ++i) {
    x[i] = i;
    y[i] = seed[0];
  }
  cudaMemPrefetchAsync(x, bytes, where, 0);
  TRY(cudaMemPrefetchAsync(y, bytes, place_of(device), 0));
  cudaError_t e = cudaMemAdvise(x, bytes, cudaMemAdviseSetPreferredLocation,
                                place_of(first_device()));
  if (e)
    return 1;
  if (rest)
    cudaMemAdvise(x, rest, cudaMemAdviseSetPreferredLocation, where);
  add<<<N / 64, 64>>>(x, 5);
  add<<<N / 64, 64>>>(y, 5);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i] + y[i];
  printf("%ld\n", sum);
  cudaFree(x);
  cudaFree(y);
  return 0;
}

int main() {
  int seed = 3;
  return run(&seed, 1);
}
