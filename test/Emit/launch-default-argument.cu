// A launch that leaves arguments to their defaults starts the kernel or what
// took its place, and cannot choose: pointers to functions have no defaults.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
__global__ void fixed(const float *in, float *out, int n = 100) {
  float sum = 0;
  for (int k = 0; k < 100; k++)
    // CHECK: :[[@LINE+1]]:12: remark: staged 'in' in shared memory
    sum += in[blockIdx.x * 64 + 4 * threadIdx.x + k];
  out[blockIdx.x * 64 + threadIdx.x] = sum + n;
}

// CHECK: :[[@LINE+1]]:17: remark: kernel 'tested' not changed: its launches cannot test
__global__ void tested(const float *in, float *out, int n = 100) {
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += in[blockIdx.x * blockDim.x + 4 * threadIdx.x + k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  fixed<<<8, 64>>>(in, out);
  tested<<<8, argc * 64>>>(in, out);
}
