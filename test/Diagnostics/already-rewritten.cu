// Run on its own output, the tool changes nothing, and says so.
// RUN: %tessera --cuda-path=none -q %s > %t.cu
// RUN: %tessera --cuda-path=none %t.cu > %t.again.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %t.cu %t.again.cu
// CHECK: :{{[0-9]+}}:17: remark: 'kernel' is output of this tool and is left alone [tessera-already-rewritten]
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
