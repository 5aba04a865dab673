// What keeps a tile of the program's is said, where the arrays have no reuse.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void half(const float *in, float *out, int n) {
  __shared__ float part[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n / 64; ++k) {
    // CHECK: :[[@LINE+1]]:5: remark: kernel 'half' keeps its own tiles, and is planned with them: not every thread stores its cell of 'part' [tessera-own-tiles]
    if (threadIdx.x < 32)
      part[threadIdx.x] = in[k * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += part[j] * i;
    __syncthreads();
  }
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  half<<<64, 64>>>(in, out, 4096);
}
