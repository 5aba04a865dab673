// Kernels whose bodies define or undefine macros stay: a version of them would
// test first, and behind them, what these say.
// RUN: %tessera --cuda-path=none --no-transfers %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: remark: kernel 'defines' not changed: its body defines or undefines macros [tessera-unsupported-statement]
// CHECK: remark: kernel 'undefines' not changed: its body defines or undefines macros [tessera-unsupported-statement]
#define OUTSIDE(x) a[j * w + i + (x)]
__global__ void defines(const float *a, float *b, int w, int h) {
#define OK (i > 0 && i < w - 1 && j < h)
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (OK)
    b[j * w + i] = a[j * w + i - 1] + a[j * w + i] + a[j * w + i + 1];
#undef OK
}
__global__ void undefines(const float *a, float *b, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < w - 1 && j < h)
    b[j * w + i] = OUTSIDE(-1) + OUTSIDE(0) + OUTSIDE(1);
#undef OUTSIDE
}
void run(const float *a, float *b, int w, int h) {
  dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
  defines<<<grid, block>>>(a, b, w, h);
  undefines<<<grid, block>>>(a, b, w, h);
}
