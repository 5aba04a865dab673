// Two versions of a kernel with C linkage are two kernels.
// RUN: %tessera -q --cuda-path=none --no-transfers %s -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera --cuda-path=none --check %t.cu
// CHECK-NOT: {{^}}template
// CHECK: __global__ void rows_tiled(
// CHECK-NOT: {{^}}template
// CHECK: __global__ void own_tiled(
// CHECK-NOT: {{^}}template
extern "C" {
__global__ void rows(const float *a, float *b, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < h)
    for (int k = 0; k < w; k++)
      b[i * w + k] = a[i * w + k] * 2;
}
}
extern "C" __global__ void own(const float *a, float *b, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < h)
    for (int k = 0; k < w; k++)
      b[i * w + k] = a[i * w + k] * 2;
}

void run(const float *a, float *b, int w, int h) {
  rows<<<(h + 127) / 128, 128>>>(a, b, w, h);
  own<<<(h + 127) / 128, 128>>>(a, b, w, h);
}
