// A launch that a kernel makes stays as it is: no version and no test of the
// host can stand there, so the kernel it starts chooses itself. Its sizes are no
// mistakes of the host.
// RUN: %tessera --cuda-path=none --print=model %s -- -rdc=true | FileCheck %s
// RUN: %tessera --cuda-path=none %s -o %t.cu -- -rdc=true 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAID
__global__ void child(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 100; k++)
    sum += in[i + k];
  out[i] = sum;
}

__noinline__ __device__ void start(const float *in, float *out) {
  child<<<4, 128>>>(in, out);
}

__global__ void parent(const float *in, float *out, int none) {
  if (threadIdx.x == 0) {
    start(in, out);
    child<<<0, 128>>>(in, out);
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  parent<<<1, 32>>>(in, out, 0);
}
// CHECK: kernel parent
// CHECK: refused: {{.*}} 'start', which it calls, launches a kernel
// CHECK-NEXT: refused: {{.*}} it launches a kernel
// CHECK-NOT: refused:
// CHECK: launch of kernel0 in start: grid 4x1x1 block 128x1x1, fixed
// CHECK: launch of kernel0 in parent: grid 0x1x1 block 128x1x1, fixed
// CHECK: launch of kernel1 in main: grid 1x1x1 block 32x1x1{{$}}
// SAID-NOT: launch-fails
// SAID: remark: staged 'in' in shared memory
// SAID-NOT: launch-fails
