// An accumulator that the loop may read under another name.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 > %t.cu | FileCheck %s
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k++)
    // CHECK: :[[@LINE+1]]:5: remark: 'out[i]' is accessed in memory each time: it may overlap 'in' [tessera-not-in-register]
    out[i] += in[k * 512 + i];
}

int main(int argc, char **argv) {
  float *both;
  cudaMalloc(&both, 4096 * sizeof(float));
  kernel<<<8, 64>>>(both, both, argc);
}
