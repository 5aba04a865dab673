// What a library function that gets only values does is known if it has a result.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.cu
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK-DAG: 'named' not changed: it calls '__barrier_sync', whose effects
__global__ void named(float *out, const float *in) {
  __barrier_sync(0);
  out[threadIdx.x] = in[0];
}
// CHECK-DAG: 'sleeps' not changed: it calls '__nanosleep', whose effects
__global__ void sleeps(float *out, const float *in) {
  __nanosleep(100);
  out[threadIdx.x] = in[0];
}
// CHECK-DAG: 'waits' not changed: it calls 'cudaGridDependencySynchronize', whose
__global__ void waits(float *out, const float *in) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = in[0];
}
// CHECK-DAG: 'cluster' not changed: it calls '__cluster_barrier_wait', whose
__global__ void cluster(float *out, const float *in) {
  __cluster_barrier_wait();
  out[threadIdx.x] = in[0];
}
// CHECK-DAG: 'group' not changed: it calls 'cooperative_groups::this_cluster'
__global__ void group(float *out, const float *in) {
  cooperative_groups::this_cluster().sync();
  out[threadIdx.x] = in[0];
}
// CHECK-DAG: 'object' not changed: it calls 'arrive_and_wait', whose effects
__global__ void object(Barrier *barrier, float *out, const float *in) {
  barrier->arrive_and_wait();
  out[threadIdx.x] = in[0];
}
// CHECK-DAG: 'batches' not changed: it calls '__pipeline_wait_prior', whose
__global__ void batches(float *out, const float *in) {
  __pipeline_wait_prior(0);
  out[threadIdx.x] = in[0];
}
// CODE: {{^}}__global__ void {{.*}}traps_tiled(
__global__ void traps(float *out, const float *in, int n) {
  if (n < 0)
    __trap();
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k] * in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void start(Barrier *barrier, float *out, float *in, int n) {
  named<<<1, 64>>>(out, in);
  sleeps<<<1, 64>>>(out, in);
  waits<<<1, 64>>>(out, in);
  cluster<<<1, 64>>>(out, in);
  group<<<1, 64>>>(out, in);
  object<<<1, 64>>>(barrier, out, in);
  batches<<<1, 64>>>(out, in);
  traps<<<8, 64>>>(out, in, n);
}
