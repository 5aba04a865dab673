// A launch whose block the device cannot start has no plan, and does not keep
// others from theirs.
// RUN: %tessera --cuda-path=none --no-transfers --print=plan %s 2>&1 \
// RUN:   | FileCheck %s
// CHECK: # window 128x64x1
// CHECK-NEXT: # window 128x1x1
// CHECK: chosen
// CHECK: #   kernel 'never' not changed: the device cannot start its blocks
__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 100; k++)
    sum += in[i + k];
  out[i] = sum;
}

__global__ void never(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 1];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 28);
  cudaMalloc(&out, 1 << 28);
  never<<<8, 2048>>>(in, out);
  window<<<80000, dim3(128, 64)>>>(in, out);
  window<<<80000, 128>>>(in, out);
}
