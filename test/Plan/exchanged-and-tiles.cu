// What threads exchange before they store it counts as shared memory: with the
// tiles it is more than a kernel may declare, so these are dynamic.
// RUN: %tessera --cuda-path=none -q %s | grep -v '^// ' > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// CHECK: extern __shared__ __align__(16) unsigned char windows_tiles[];
// CHECK: __shared__ float sum_all[9215];
__global__ void windows(const float *in, float *out, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < width; k++)
      sum += in[i + k];
    out[i] = sum;
  }
}
void run(const float *in, float *out, int width, int n) {
  windows<<<n / 1024 + 1, 1024>>>(in, out, width, n);
}
