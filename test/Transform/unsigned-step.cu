// The load test compares an unsigned loop's counter with numbers that may be
// negative: as signed numbers.
// RUN: %tessera -q --cuda-path=none --gpu=sm_13 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// CHECK:     for (unsigned int m0 = 0; m0 < ny - 37; m0 += 24) {
// CHECK:     if ({{.*}}(long long)m0
#include <stdio.h>

__global__ void columns(const float *in, float *out, int ny) {
  int x = threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!(x < 1) && !(x >= 12) && !(y < 1) && !(y >= 32)) {
    float sum = 0;
    if (y % 3 == 0) {
    } else {
      sum += in[x * 50 + 31 - y];
    }
    for (unsigned m = 0; m < ny - 37; m += 3) {
      sum += in[(y + m) * 50 + x + 32] + in[(y + m - 1) * 50 + x + 32] +
             in[(y + m + 1) * 50 + x + 32] + in[(y + m) * 50 + x + 31] +
             in[(y + m) * 50 + x + 33];
    }
    out[y * 17 + x] = sum;
  }
}

int main(int argc, char **argv) {
  int ny = argc > 1 ? 61 : 77;
  static float host[3850], result[629];
  float *in, *out;
  for (int i = 0; i < 3850; i++)
    host[i] = i % 97;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(result));
  cudaMemset(out, 0, sizeof(result));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  columns<<<dim3(1, 17), dim3(32, 2)>>>(in, out, ny);
  cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < 629; i++)
    sum = sum * 0.75 + result[i];
  printf("%.17g\n", sum);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
