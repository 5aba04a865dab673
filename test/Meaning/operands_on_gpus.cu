// One launch, whose argument counts, calls or converts, and which is spread
// over all GPUs or cut into pieces as soon as it does not: it is evaluated
// once.
// RUN: split-file %s %t
// RUN: %meaning %t/plain.cu --original
// RUN: %meaning %t/plain.cu --options=--gpus=all --run=--devices=3
// RUN: %meaning %t/plain.cu --options=--pieces=4
// RUN: %meaning %t/random.cu --original
// RUN: %meaning %t/random.cu --options=--gpus=all --run=--devices=3
// RUN: %meaning %t/random.cu --options=--pieces=4
// RUN: %meaning %t/counts.cu --original
// RUN: %meaning %t/counts.cu --options=--gpus=all --run=--devices=3
// RUN: %meaning %t/counts.cu --options=--pieces=4
// RUN: %meaning %t/converts.cu --original
// RUN: %meaning %t/converts.cu --options=--gpus=all --run=--devices=3
// RUN: %meaning %t/converts.cu --options=--pieces=4
// RUN: %tessera --cuda-path=none --gpus=all %t/plain.cu -o %t/out.cu 2>&1 | FileCheck %s
// CHECK: the blocks of 'scale' are spread over all GPUs

//--- plain.cu
// PRINTS: 55260 3
#include <cstdio>
#define N 4096
__global__ int in[N];
__global__ int out[N];

__global__ void scale(const int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * by;
}

int main() {
  for (int i = 0; i < N; ++i)
    in[i] = i % 10;
  int by = 3;
  scale<<<N / 64, 64>>>(in, out, by);
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += out[i];
  printf("%ld %d\n", sum, by);
}

//--- random.cu
// PRINTS: 1
#include <cstdio>
#include <cstdlib>
#define N 4096
__global__ int in[N];
__global__ int out[N];

__global__ void scale(const int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * by;
}

int main() {
  for (int i = 0; i < N; ++i)
    in[i] = i % 10;
  srand(5);
  int by = rand() % 50;
  srand(5);
  scale<<<N / 64, 64>>>(in, out, rand() % 50);
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += out[i];
  printf("%d\n", sum == by * 18420);
}

//--- counts.cu
// PRINTS: 55260 4
#include <cstdio>
#define N 4096
__global__ int in[N];
__global__ int out[N];

__global__ void scale(const int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * by;
}

int main() {
  for (int i = 0; i < N; ++i)
    in[i] = i % 10;
  int by = 3;
  scale<<<N / 64, 64>>>(in, out, by++);
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += out[i];
  printf("%ld %d\n", sum, by);
}

//--- converts.cu
// PRINTS: 128940 1
#include <cstdio>
#define N 4096
__global__ int in[N];
__global__ int out[N];

__global__ void scale(const int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * by;
}

struct Counter {
  int n = 0;
  operator int() { return 7 + n++; }
};

int main() {
  for (int i = 0; i < N; ++i)
    in[i] = i % 10;
  Counter by;
  scale<<<N / 64, 64>>>(in, out, by);
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += out[i];
  printf("%ld %d\n", sum, by.n);
}
