// A counter that is the bound of a loop inside: in its own round it is constant,
// however the kernel steps it.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers -q --plan=%t/plan.yaml %t/main.cu -o %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace
// RUN: %tessera-verify %t/main.cu %t/out.cu | FileCheck %s --check-prefix=SAME
// SAME: same:
// CHECK:      {{^}}  for (int x0 = blockIdx.x * blockDim.x; x0 < 100;
// CHECK-NEXT: {{^}}       x0 += blockDim.x * gridDim.x) {
// CHECK:      {{^}}    const int x = x0 + threadIdx.x;
// CHECK-NEXT: {{^}}    if (x < 100) {
// CHECK-NEXT: {{^}}      float sum = in_tile[x] + in_tile[x + 1];
// CHECK-NEXT: {{^}}      for (int k = 0; k < x + 1; k++)
// CHECK-NEXT: {{^}}        sum += in_tile[k];
//--- main.cu
__managed__ float in[128], out[128];
__global__ void sums() {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  while (x < 100) {
    float sum = in[x] + in[x + 1];
    for (int k = 0; k < x + 1; k++)
      sum += in[k];
    out[x] = sum;
    x += blockDim.x * gridDim.x;
  }
}
int main() { sums<<<2, 32>>>(); }
//--- plan.yaml
kernels:
  - kernel: sums
    stages:
      - loop: x0
        steps: 1
        tiles:
          - array: in
