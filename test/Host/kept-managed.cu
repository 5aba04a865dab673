// Variables whose uses are not all known live in managed memory; the launches
// that use them are waited for.
// RUN: %tessera --cuda-path=none --no-tiles --print=plan %s -- | FileCheck %s --check-prefix=PLAN
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
// PLAN: transfer kept: managed (a pointer to it is kept)
// PLAN: transfer through: managed (a launch gets it through another pointer)
// PLAN: transfer named: managed ('helper', which runs on the device, uses it by name)
// PLAN: transfer partner: managed ('named' of the same declaration needs managed memory)
// PLAN: transfer whole: managed (a kernel uses the array as a whole)
// PLAN: transfer captured: managed (a lambda uses it)
// CHECK: __managed__ int kept[N];
__global__ int kept[N];
__global__ int through[N];
__global__ int named[N], partner[N];
__global__ int whole[N];
__global__ int captured[N];

__device__ int helper(int i) { return named[i]; }
__global__ void k1(int *x) { x[threadIdx.x] += helper(threadIdx.x); }
__global__ void k2() { whole[threadIdx.x] = sizeof(whole); }

struct View {
  int *data;
};

int main() {
  View v;
  v.data = kept;
  v.data[0] = 1;
  // CHECK:      k1<<<1, N>>>(kept);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT: CUDA_CHECK(cudaDeviceSynchronize());
  k1<<<1, N>>>(kept);
  int *p = nullptr;
  p = through;
  k1<<<1, N>>>(p);
  k2<<<1, N>>>();
  int *q = captured;
  auto get = [q](int i) { return q[i]; };
  k1<<<1, N>>>(captured);
  k1<<<1, N>>>(partner);
  printf("%d %d %d %d\n", v.data[0], through[3], whole[0] == (int)sizeof(whole),
         get(2) + partner[1]);
}
