// The user's kernel stays as it is for launches without tiles, also when the
// result is translated again: the version with tiles has been made.
// RUN: %tessera -q --cuda-path=none --no-transfers %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --check %t.cu
// CHECK-LABEL: void kernel(const float *a, float *c) {
// CHECK: c[i] += a[k];
// CHECK-LABEL: void kernel_tiled(const float *a, float *c) {
// CHECK: c_i += a_tile[k];
__global__ void kernel(const float *a, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; k++)
    c[i] += a[k];
}

int main() {
  float *a, *c;
  cudaMalloc(&a, 65536);
  cudaMalloc(&c, 65536);
  kernel<<<2, 64>>>(a, c);
  kernel<<<2, 1>>>(a, c);
}
