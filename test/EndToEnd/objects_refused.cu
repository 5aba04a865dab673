// Objects whose pointers lead to the same memory, or that change.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
struct Row {
  int size;
  float *data;
  __device__ void cut() { size -= 64; }
};

__global__ void sums(Row in, Row out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  // CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: 'in.data' not staged: estimated gain 0.73 is below 1.10 [tessera-does-not-pay]
  for (int k = 0; k < 64; k++)
    sum += in.data[i + k] * in.data[k];
  out.data[i] = sum;
}

__global__ void less(Row in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: kernel 'less' not changed: it calls 'cut', whose effects are not known [tessera-opaque-call]
  in.cut();
  float sum = 0;
  for (int k = 0; k < in.size; k++)
    sum += in.data[i + k] * in.data[k];
  out[i] = sum;
}

int main() {
  float *a, *c;
  cudaMallocManaged(&a, 1024 * sizeof(float));
  cudaMallocManaged(&c, 1024 * sizeof(float));
  for (int i = 0; i < 1024; i++)
    a[i] = i % 7;
  Row in = {128, a}, out = in;
  out.data = in.data + 512;
  sums<<<2, 128>>>(in, out);
  less<<<2, 128>>>(in, c);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; i++)
    printf("%g %g\n", a[512 + i], c[i]);
}
