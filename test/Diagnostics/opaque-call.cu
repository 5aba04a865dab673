// Nobody sees what the other file's function does.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__device__ float elsewhere(float *all, int i);
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: kernel 'kernel' not changed: it calls 'elsewhere', whose effects are not known [tessera-opaque-call]
  out[blockIdx.x * 64 + threadIdx.x] = sum + elsewhere(out, 3);
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
