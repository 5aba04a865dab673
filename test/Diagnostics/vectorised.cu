// Threads inside move neighbours as vectors.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen %s 2>&1 >/dev/null | FileCheck %s
// CHECK: :[[@LINE+2]]:17: remark: 'in' is accessed by 16 bytes at once where all outputs of a thread are inside [tessera-vectorised]
// CHECK: :[[@LINE+1]]:17: remark: 'out' is accessed by 16 bytes at once where all outputs of a thread are inside [tessera-vectorised]
__global__ void kernel(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

void run(const float *in, float *out, int n) {
  kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
