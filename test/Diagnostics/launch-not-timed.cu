// A clock that is read right after a launch has the time of starting it.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-launch-not-timed
#include <chrono>
#include <cstdio>
#include <ctime>
__global__ void fill(float *a) { a[threadIdx.x] = 1; }
static double now() { return clock() / double(CLOCKS_PER_SEC); }

void once(float *a) {
  auto begin = std::chrono::steady_clock::now();
  fill<<<1, 64>>>(a);
#ifdef FIXED
  cudaDeviceSynchronize();
#endif
  // CHECK: :[[@LINE+1]]:14: remark: the clock is read before 'fill' has ended: that is the time of starting it; wait first [tessera-launch-not-timed]
  auto end = std::chrono::steady_clock::now();
  printf("%f\n", std::chrono::duration<double>(end - begin).count());
}

void helper(float *a) {
  double begin = now();
  fill<<<1, 64>>>(a);
#ifdef FIXED
  cudaDeviceSynchronize();
#endif
  // CHECK: :[[@LINE+1]]:18: remark: the clock is read before 'fill' has ended{{.*}} [tessera-launch-not-timed]
  printf("%f\n", now() - begin);
}

// CHECK-NOT: tessera-launch-not-timed
void both(float *a) {
  double begin = now();
  fill<<<1, 64>>>(a);
  double started = now();
  cudaDeviceSynchronize();
  printf("%f %f\n", started - begin, now() - begin);
}

int main() {
  float *a;
  cudaMalloc(&a, 64 * sizeof(float));
  once(a);
  helper(a);
  both(a);
}
