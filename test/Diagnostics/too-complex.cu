// Each inequality cuts the space in two: the analysis gives up, soon enough.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 640; k++)
    if (i + 3 * j + k != 1 * n &&
        i + 5 * j + k != 2 * n &&
        i + 7 * j + k != 3 * n &&
        i + 11 * j + k != 5 * n &&
        i + 13 * j + k != 7 * n &&
        i + 17 * j + k != 11 * n &&
        i + 19 * j + k != 13 * n)
      // CHECK: :[[@LINE+1]]:14: remark: 'in' not analysed: the subscripts are too complex [tessera-too-complex]
      sum += in[k + j] + in[k + i + j] + in[3 * k + 2 * j];
  out[i + 512 * j] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  kernel<<<dim3(8, 8), dim3(8, 8)>>>(in, out, argc);
}
