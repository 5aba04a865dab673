// A kernel that has a version of this tool's is left as it is, although its one
// launch that is left would let its array be in constant memory.
// RUN: %tessera --cuda-path=none -q --improve-copies %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera --cuda-path=none -q --improve-copies %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu
// CHECK: void sums_tiled(
// CHECK-NOT: {{^static __constant}}
__global__ void sums(float *__restrict__ out, float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 33; k++)
    sum += in[2 * i + k] + in[2 * i + k + 1];
  out[i] = sum;
}

int main() {
  static float values[512];
  float *a, *b, *c, *d;
  cudaMalloc(&a, sizeof(values));
  cudaMalloc(&b, sizeof(values));
  cudaMalloc(&c, sizeof(values));
  cudaMalloc(&d, sizeof(values));
  cudaMemcpy(b, values, sizeof(values), cudaMemcpyHostToDevice);
  cudaMemcpy(d, values, sizeof(values), cudaMemcpyHostToDevice);
  sums<<<2, 100>>>(a, b);
  sums<<<1, 1>>>(c, d);
  cudaMemcpy(values, a, 200 * sizeof(float), cudaMemcpyDeviceToHost);
  return values[0] != 0;
}
