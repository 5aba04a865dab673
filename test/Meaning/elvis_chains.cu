// `a ?: b` evaluates b only where a is nothing: in chains, in device functions,
// in headers of loops, in arguments, and on the host.
// RUN: %meaning %s --original
// PRINTS: 419690 378829 954109 149937 341258 334991 1095859
#include <cstdio>
#define N 256

__global__ int from[N];
__global__ int r1[N];
__global__ int r2[N];
__global__ int r3[N];
__global__ int r4[N];
__global__ int r5[N];
__global__ int r6[N];

__device__ int stored(int *r, int i, int v) { return r[i] = v; }
__device__ void unless(const int *x, int *r, int i) {
  (void)(x[i] % 2 ?: (r[i] = 50));
}

__global__ void chain(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  (void)(x[i] % 2 ?: x[i] % 3 ?: (r[i] = 40));
}
__global__ void middle(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  (void)(x[i] % 2 ?: (r[i] = x[i] % 3) ?: (r[i] = 41));
}
__global__ void in_function(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unless(x, r, i);
}
__global__ void in_header(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = x[i] % 3 ?: (r[i] = 2); k < 2; ++k)
    ;
}
__global__ void in_condition(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n = 0;
  while (n < 2 && (x[i] % 5 ?: (r[i] += 10)))
    ++n;
}
__global__ void in_argument(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  (void)(x[i] % 4 ?: stored(r, i, x[i] ?: 60));
}

static void total(const int *x) {
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += (long)x[i] * (i + 1);
  printf("%ld ", sum);
}

int main() {
  for (int i = 0; i < N; ++i)
    from[i] = i * 7 % 31,
    r1[i] = r2[i] = r3[i] = r4[i] = r5[i] = r6[i] = i % 13;
  chain<<<N / 64, 64>>>(from, r1);
  total(r1);
  middle<<<N / 64, 64>>>(from, r2);
  total(r2);
  in_function<<<N / 64, 64>>>(from, r3);
  total(r3);
  in_header<<<N / 64, 64>>>(from, r4);
  total(r4);
  in_condition<<<N / 64, 64>>>(from, r5);
  total(r5);
  in_argument<<<N / 64, 64>>>(from, r6);
  total(r6);
  for (int i = 0; i < N; ++i)
    (void)(r1[i] % 3 ?: r1[i] % 5 ?: (r1[i] = 90));
  in_function<<<N / 64, 64>>>(from, r1);
  total(r1);
  printf("\n");
}
