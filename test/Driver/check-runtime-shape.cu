// The check of the result accepts an index that contains a block's origin.
// RUN: %tessera --cuda-path=none --gpu=tesla-c1060 -q %s | FileCheck %s
// CHECK: in_tile[x] * in_tile[199 - x]
__global__ void kernel(const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (x < 200)
    for (int k = 0; k < 50; k++)
      sum += in[x] * in[199 - x] + in[k];
  out[x] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  kernel<<<8, argc * 32>>>(in, out);
}
