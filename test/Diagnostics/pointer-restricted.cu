// An accumulator that the compiler keeps in a register once it knows that the
// loop reads other memory.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s 2>&1 > /dev/null | FileCheck %s
// CHECK: :[[@LINE+2]]:24: remark: 'in' is declared __restrict__: the compiler keeps 'out[i]' in registers [tessera-pointer-restricted]
// CHECK: :[[@LINE+1]]:41: remark: 'out' is declared __restrict__: the compiler keeps 'out[i]' in registers [tessera-pointer-restricted]
__global__ void kernel(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k++)
    out[i] += in[k * 512 + i];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 512 * sizeof(float));
  kernel<<<8, 64>>>(in, out, argc);
}
