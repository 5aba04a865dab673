// Blocks count in shared memory, and add up in registers.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >%t.cu | FileCheck %s
// RUN: not diff -q %s %t.cu
__global__ void count(const unsigned char *in, unsigned *bins, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:13: remark: each block updates 'bins' in 1024 bytes of shared memory of its own, and memory once at its end [tessera-privatised]
  atomicAdd(&bins[in[i]], 1u);
  // CHECK: :[[@LINE+1]]:13: remark: each block updates 'sum' in registers of its own, and memory once at its end [tessera-privatised]
  atomicAdd(sum, in[i]);
}
// CHECK-NOT: not staged: it is accessed atomically

int main() {
  unsigned char *in;
  unsigned *bins;
  int *sum;
  cudaMalloc(&in, 65536);
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMalloc(&sum, sizeof(int));
  count<<<256, 256>>>(in, bins, sum);
}
