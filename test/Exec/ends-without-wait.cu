// A kernel that nobody waits for runs when the program ends, also where others
// ran before.
// RUN: %tessera-run --dump=%t %s 2>&1 | FileCheck %s
// RUN: grep -a -A1 'array last global' %t | tail -1 | tr '\001' A | FileCheck %s --check-prefix=ARRAY
// ARRAY: A
__managed__ int last;

__global__ void set(int value) {
  __shared__ int tile[32];
  tile[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x == 0)
    last = tile[31];
}

int main() {
  set<<<1, 32>>>(0);
  cudaDeviceSynchronize();
  // CHECK-NOT: error
  // CHECK: ends-without-wait.cu:[[@LINE+1]]:{{[0-9]+}}: warning: the program ends without waiting for kernel 'set' [never-waited]
  set<<<1, 32>>>(1);
  // CHECK-NOT: error
}
