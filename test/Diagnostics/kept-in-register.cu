// An accumulator behind a pointer that cannot be __restrict__.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s 2>&1 > /dev/null | FileCheck %s
__global__ void kernel(const float *in, float out[], int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k++)
    // CHECK: :[[@LINE+1]]:5: remark: 'out[i]' is kept in a register: it is loaded once and stored once, as the pointer cannot be __restrict__: its declaration is not of the form 'T *out' [tessera-kept-in-register]
    out[i] += in[k * 512 + i];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 512 * sizeof(float));
  kernel<<<8, 64>>>(in, out, argc);
}
