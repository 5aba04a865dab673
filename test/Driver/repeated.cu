// What holds for several block sizes is said once.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// CHECK-COUNT-1: [tessera-no-reuse]
// CHECK-NOT: [tessera-no-reuse]
__global__ void kernel(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  kernel<<<1, 32>>>(in, out);
  kernel<<<1, 64>>>(in, out);
}
