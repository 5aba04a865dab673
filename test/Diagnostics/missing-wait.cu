// The host uses memory that work on the device may still be using.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-missing-wait
#include <cstdio>
#ifdef FIXED
#define WAIT() cudaDeviceSynchronize()
#else
#define WAIT() (void)0
#endif
const int N = 1024, BYTES = N * sizeof(float);
__managed__ float m[N];
__global__ void fill(float *a) { a[threadIdx.x] = 1; }
__global__ void named() { m[threadIdx.x] = 1; }
__global__ void sum(const float *a, float *s) { s[threadIdx.x] += a[threadIdx.x]; }
static void wait() { cudaDeviceSynchronize(); }

void managed() {
  float *a, *b;
  cudaMallocManaged(&a, BYTES);
  cudaMallocManaged(&b, BYTES);
  fill<<<1, N>>>(a);
  b[0] = 1;
  WAIT();
  // CHECK: :[[@LINE+1]]:18: warning: the host reads 'a' while 'fill' may still be using it: wait first, as by cudaDeviceSynchronize() [tessera-missing-wait]
  printf("%f\n", a[0]);
  wait();
  named<<<1, N>>>();
  WAIT();
  // CHECK: :[[@LINE+1]]:3: warning: the host writes 'm' while 'named'{{.*}} [tessera-missing-wait]
  m[0] = 2;
  cudaDeviceSynchronize();
  sum<<<1, N>>>(a, b);
  float x = a[0]; // both read it
  WAIT();
  // CHECK: :[[@LINE+1]]:3: warning: the host writes 'a' while 'sum'{{.*}} [tessera-missing-wait]
  a[0] = x;
  cudaDeviceSynchronize();
  for (int t = 0; t < 10; ++t) {
    // CHECK: :[[@LINE+1]]:5: warning: the host writes 'a' while 'sum'{{.*}} [tessera-missing-wait]
    a[t] = t;
    sum<<<1, N>>>(a, b);
    WAIT();
  }
  cudaFree(b);
}

void copies(cudaStream_t given) {
  float *h, *d, *other;
  cudaStream_t s, t;
  cudaEvent_t e;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEventCreate(&e);
  cudaMallocHost(&h, BYTES);
  cudaMallocHost(&other, BYTES);
  cudaMalloc(&d, BYTES);
  cudaMemcpyAsync(h, d, BYTES, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(t);
  WAIT();
  // CHECK: :[[@LINE+1]]:13: warning: the host reads 'h' while a copy{{.*}} [tessera-missing-wait]
  float x = h[0];
  cudaStreamSynchronize(s);
  x += h[1];
  cudaMemcpyAsync(d, h, BYTES, cudaMemcpyHostToDevice, s);
  x += h[2];
  cudaEventRecord(e, t);
  cudaEventSynchronize(e);
  WAIT();
  // CHECK: :[[@LINE+1]]:3: warning: the host writes 'h' while a copy{{.*}} [tessera-missing-wait]
  h[3] = x;
  cudaEventRecord(e, s);
  cudaEventSynchronize(e);
  h[4] = x;
  if (x > 3)
    cudaMemcpyAsync(h, d, BYTES, cudaMemcpyDeviceToHost, given);
  // CHECK-NOT: tessera-missing-wait
  x += h[5]; // not certain
  cudaDeviceSynchronize();
  cudaMemcpyAsync(other, d, BYTES / 2, cudaMemcpyDeviceToHost, s);
  x += other[N - 1]; // the other half
  while (cudaStreamQuery(s) == cudaErrorNotReady)
    ;
  printf("%f\n", x + other[0]);
}

int main() {
  managed();
  copies(0);
}
