// Memory that the device of a later choice uses: of each kind, chosen in a loop,
// by a constant, by a function, a macro, an object and a lambda.
// RUN: %meaning %s --original --run=--devices=2
// PRINTS: 33408 33408 33408 34688 34176 33408
#include <stdio.h>
#define N 256

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}
__global__ int simple[N];
__managed__ int managed[N];

static void choose(int device) { cudaSetDevice(device); }
#define USE(device)                                                            \
  do {                                                                         \
    if (cudaSetDevice(device))                                                 \
      return 1;                                                                \
  } while (0)
struct Device {
  explicit Device(int device) { cudaSetDevice(device); }
  ~Device() { cudaSetDevice(0); }
};

static void fill(int *x) {
  for (int i = 0; i < N; ++i)
    x[i] = i;
}
static void sum(const int *x) {
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += x[i];
  printf("%ld ", all);
}

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  int *x;
  cudaMallocManaged(&x, N * sizeof(int));
  fill(x);
  for (int d = 0; d < devices; ++d) {
    choose(d);
    add<<<N / 64, 64>>>(x, d + 1);
    cudaDeviceSynchronize();
  }
  sum(x);
  fill(simple);
  choose(devices - 1);
  add<<<N / 64, 64>>>(simple, 3);
  sum(simple);
  cudaSetDevice(0);
  fill(managed);
  USE(1);
  add<<<N / 64, 64>>>(managed, 3);
  cudaDeviceSynchronize();
  sum(managed);
  fill(managed);
  {
    Device here(devices - 1);
    add<<<N / 64, 64>>>(managed, 3);
    cudaDeviceSynchronize();
  }
  add<<<N / 64, 64>>>(managed, 5);
  cudaDeviceSynchronize();
  sum(managed);
  auto use = [](int device) { cudaSetDevice(device); };
  fill(simple);
  for (int d = 0; d < devices; ++d) {
    use(d);
    add<<<N / 64, 64>>>(simple, 3);
  }
  sum(simple);
  auto set = &cudaSetDevice;
  fill(simple);
  set(0);
  add<<<N / 64, 64>>>(simple, 3);
  sum(simple);
  cudaFree(x);
}
