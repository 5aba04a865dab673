// Arguments that a parameter's type narrows size dynamic shared memory and
// strips; narrow counters end at wider bounds; an element that a cast from
// `const` writes is no part of a vector.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--coarsen=always
// RUN: %meaning %s --options=--start=1
// PRINTS: 91572 91572 69019 65949 91572 12194 7650
#include <cstdio>
#define N 256
__global__ unsigned a[20 * N], r[N];

__global__ void by_short(const unsigned *x, unsigned *y, short n) {
  unsigned i = threadIdx.x, j = threadIdx.y, sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[j * 128 + k] * x[k * 16 + i];
  y[j * 16 + i] = sum;
}
__global__ void by_byte(const unsigned *x, unsigned *y, unsigned char n) {
  unsigned i = threadIdx.x, j = threadIdx.y, sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[j * 128 + k] * x[k * 16 + i];
  y[j * 16 + i] = sum;
}
__global__ void short_to_long(const unsigned *x, unsigned *y, long long n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (short k = 0; k < n; ++k)
    sum += x[4 * i + k] * x[k];
  y[i] = sum;
}
__global__ void byte_to_short(const unsigned *x, unsigned *y, short n) {
  int i = threadIdx.x, j = threadIdx.y;
  unsigned sum = 0;
  for (unsigned char k = 0; k < n && k <= 40; k += 1)
    sum += x[j * 128 + k] * x[k * 16 + i];
  y[j * 16 + i] = sum;
}
__global__ void written(const unsigned *x, const unsigned *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const_cast<unsigned &>(y[i]) = x[i] * by + 3;
}
__global__ void through(const unsigned *x, const unsigned *const y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned &element = *(unsigned *)&y[i];
  element = x[i + 1] * by;
}

void report() {
  unsigned sum = 0;
  for (int i = 0; i < N; ++i) {
    sum += r[i] * (i % 3 + 1);
    r[i] = 0;
  }
  printf("%u ", sum);
}

int main(int argc, char **) {
  for (int i = 0; i < 20 * N; ++i)
    a[i] = i % 7;
  dim3 block(16, 16);
  by_short<<<1, block>>>(a, r, 65536 + 20);
  report();
  by_byte<<<1, block>>>(a, r, 20 - 512);
  report();
  short_to_long<<<4, 64>>>(a, r, 17);
  report();
  short_to_long<<<8, 32>>>(a, r, 15 + argc);
  report();
  byte_to_short<<<1, block>>>(a, r, (unsigned char)(20 + 256));
  report();
  unsigned char blocks = argc + 3;
  written<<<blocks, 64>>>(a, r, 7);
  report();
  through<<<blocks, 64>>>(a, r, 5);
  report();
  printf("\n");
}
