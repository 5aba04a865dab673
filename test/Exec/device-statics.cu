// Static variables of kernels and device functions, also of templates, are
// memory of the device that keeps its values from launch to launch.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 2016 6112 64 320
#include <cstdio>
#define N 64
__managed__ int out[N], weights[N], launches;
struct Pair { float x; int n; };
__device__ int tick() {
  static int count;
  static Pair pairs[2];
  atomicAdd(&pairs[1].n, 2);
  return atomicAdd(&count, 1);
}
template <typename T> __device__ T weight(int i) {
  static const T weights[4] = {1, 2, 3, 4};
  static T calls = T(0);
  atomicAdd(&calls, T(1));
  return weights[i % 4];
}
__global__ void fill() {
  static int seen = 30;
  if (threadIdx.x == 0)
    launches = ++seen;
  out[threadIdx.x] = tick();
  weights[threadIdx.x] =
      weight<int>(threadIdx.x) + weight<float>(threadIdx.x);
}
int sum(const int *of) {
  int all = 0;
  for (int i = 0; i < N; ++i)
    all += of[i];
  return all;
}
int main() {
  fill<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%d ", sum(out));
  fill<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%d %d %d\n", sum(out), launches * 2, sum(weights));
}
