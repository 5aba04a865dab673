// Registers for what a loop reads that counts in its body: no estimate needs to
// know where that is.
// RUN: %tessera -q --cuda-path=none --print=plan %s | FileCheck %s
// CHECK: # waits 32x8x1
// CHECK: 2y interior
__global__ void waits(const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 64 && y < 64) {
    float sum = 0;
    for (int m = 0;; m++) {
      if (!(m < 2))
        break;
      for (int q = 0; q < 2; q++)
        sum += in[y + q];
    }
    out[y * 64 + x] = sum;
  }
}
void run(const float *in, float *out) { waits<<<dim3(2, 8), dim3(32, 8)>>>(in, out); }
