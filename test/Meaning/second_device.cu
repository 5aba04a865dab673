// Memory that the device of a later choice uses. One way to choose in each
// program, so that none keeps the memory of another's arrays managed.
// RUN: split-file %s %t
// RUN: %meaning %t/constant_simple.cu --original --run=--devices=2
// RUN: %meaning %t/constant_managed.cu --original --run=--devices=2
// RUN: %meaning %t/constant_allocated.cu --original --run=--devices=2
// RUN: %meaning %t/function.cu --original --run=--devices=2
// RUN: %meaning %t/loop.cu --original --run=--devices=2
// RUN: %meaning %t/macro.cu --original --run=--devices=2
// RUN: %meaning %t/object.cu --original --run=--devices=2
// RUN: %meaning %t/destructor.cu --original --run=--devices=2
// RUN: %meaning %t/lambda.cu --original --run=--devices=2
// RUN: %meaning %t/pointer.cu --original --run=--devices=2
// RUN: %meaning %t/wrapper.cu --original --run=--devices=2
// RUN: %meaning %t/thread.cu --original --run=--devices=2

//--- constant_simple.cu
// PRINTS: 33664
#include <cstdio>
#define N 256
__global__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- constant_managed.cu
// PRINTS: 33664
#include <cstdio>
#define N 256
__managed__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- constant_allocated.cu
// PRINTS: 33664
#include <cstdio>
#define N 256

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

int main() {
  int *x;
  cudaMallocManaged(&x, N * sizeof(int));
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
  cudaFree(x);
}

//--- function.cu
// PRINTS: 33664
#include <cstdio>
#define N 256
__global__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

static void choose(int device) { cudaSetDevice(device); }

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  choose(1);
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- loop.cu
// PRINTS: 34432
#include <cstdio>
#define N 256
__managed__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    add<<<N / 64, 64>>>(x, 3);
    cudaDeviceSynchronize();
  }
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- macro.cu
// PRINTS: 33664
#include <cstdio>
#define N 256
__managed__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

#define USE(device)                                                            \
  do {                                                                         \
    if (cudaSetDevice(device))                                                 \
      return 1;                                                                \
  } while (0)

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  cudaDeviceSynchronize();
  USE(1);
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- object.cu
// PRINTS: 34944
#include <cstdio>
#define N 256
__managed__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

struct Device {
  explicit Device(int device) { cudaSetDevice(device); }
  ~Device() { cudaSetDevice(0); }
};

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  cudaDeviceSynchronize();
  {
    Device here(1);
    add<<<N / 64, 64>>>(x, 3);
    cudaDeviceSynchronize();
  }
  add<<<N / 64, 64>>>(x, 5);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- destructor.cu
// PRINTS: 33664
#include <cstdio>
#define N 256
__global__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

struct Back {
  int to;
  ~Back() { cudaSetDevice(to); }
};

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  {
    Back back{1};
  }
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- lambda.cu
// PRINTS: 33664
#include <cstdio>
#define N 256
__global__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  auto use = [](int device) { cudaSetDevice(device); };
  use(1);
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- pointer.cu
// PRINTS: 33664
#include <cstdio>
#define N 256
__global__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  auto set = &cudaSetDevice;
  set(1);
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- wrapper.cu
// PRINTS: 33664
#include <cstdio>
#include <functional>
#define N 256
__global__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  std::function<cudaError_t(int)> set = cudaSetDevice;
  set(1);
  add<<<N / 64, 64>>>(x, 3);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}

//--- thread.cu
// PRINTS: 34176
#include <cstdio>
#include <thread>
#define N 256
__managed__ int x[N];

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

int main() {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  add<<<N / 64, 64>>>(x, 1);
  cudaDeviceSynchronize();
  std::thread([] {
    cudaSetDevice(1);
    add<<<N / 64, 64>>>(x, 5);
    cudaDeviceSynchronize();
  }).join();
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  printf("%ld\n", sum);
}
