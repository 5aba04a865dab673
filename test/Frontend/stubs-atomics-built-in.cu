// nvcc has these atomic operations built in. What they do is not modelled.
// RUN: %tessera --cuda-path=none -o %t.cu %s 2>&1 | FileCheck %s
// RUN: diff %s %t.cu
__device__ int ready;
__global__ void wait(int *x) {
  __nv_atomic_store_n(&x[threadIdx.x], 1, __NV_ATOMIC_RELEASE,
                      __NV_THREAD_SCOPE_DEVICE);
  while (__nv_atomic_load_n(&ready, __NV_ATOMIC_ACQUIRE) == 0)
    ;
  int expected = 2;
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
  if (__nv_atomic_compare_exchange_n(x, &expected, 3, false,
                                     __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED))
    __nv_atomic_fetch_add(x, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
}
// CHECK: kernel 'wait' not changed
int main() {
  int *x;
  cudaMalloc(&x, 4096);
  wait<<<1, 32>>>(x);
}
