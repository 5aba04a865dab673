// A tile is reported at the first access it serves, with its size.
// RUN: %tessera --cuda-path=none --no-transfers %s 2> %t.err > %t.cu
// RUN: FileCheck %s --input-file=%t.err
// RUN: not diff %s %t.cu
// RUN: %tessera --cuda-path=none --no-transfers -q %s 2>&1 > /dev/null | count 0
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
  // CHECK: :[[@LINE+1]]:12: remark: staged 'in' in shared memory: 256 bytes per block [tessera-staged]
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
