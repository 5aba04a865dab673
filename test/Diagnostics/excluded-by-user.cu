// Options exclude an array, or a kernel.
// RUN: %tessera --cuda-path=none --no-transfers --kernel=other %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err --check-prefix=KERNEL
// RUN: diff %s %t.cu
// RUN: %tessera --cuda-path=none --no-transfers --array=in:global %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err --check-prefix=ARRAY
// RUN: diff %s %t.cu
// KERNEL: :[[@LINE+1]]:17: remark: 'kernel' not staged: excluded by an option [tessera-excluded-by-user]
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    // ARRAY: :[[@LINE+1]]:12: remark: 'in' not staged: excluded by an option [tessera-excluded-by-user]
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
