// All threads read the same element at once.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// CHECK: :[[@LINE+1]]:18: remark: 'w' is placed in constant memory: all threads of a block read the same of its 40 bytes [tessera-placed-in-constant]
__global__ float w[10];
__global__ float out[256];

__global__ void kernel(const float *w, float *out) {
  float sum = 0;
  for (int k = 0; k < 10; k++)
    sum += w[k] * k;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  w[3] = 1;
  kernel<<<4, 64>>>(w, out);
  return out[7];
}
