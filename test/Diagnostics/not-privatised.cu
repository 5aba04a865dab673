// Where the sum of numbers depends on their order, the user decides; a large
// array with few updates is not worth a copy.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >%t.cu | FileCheck %s
// RUN: diff %s %t.cu
__global__ void count(const unsigned short *in, unsigned *bins, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:13: remark: each thread updates 'bins' in memory by itself: an estimated 64 updates of 8192 elements by a block cost {{[0-9]+}}, and {{[0-9]+}} with a copy, beside {{[0-9]+}} of its other accesses [tessera-not-privatised]
  atomicAdd(&bins[in[i] >> 3], 1u);
  // CHECK: :[[@LINE+1]]:13: remark: each thread updates 'sum' in memory by itself: a sum of floating-point numbers depends on their order; --allow-reassociation accepts another one [tessera-not-privatised]
  atomicAdd(sum, in[i]);
}

int main() {
  unsigned short *in;
  unsigned *bins;
  float *sum;
  cudaMalloc(&in, 65536 * sizeof(unsigned short));
  cudaMalloc(&bins, 8192 * sizeof(unsigned));
  cudaMalloc(&sum, sizeof(float));
  count<<<1024, 64>>>(in, bins, sum);
}
