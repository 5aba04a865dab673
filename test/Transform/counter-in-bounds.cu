// A counter that is a variable of the kernel would be assigned in each round:
// how far a loop counts whose bound it is, nothing would tell.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 >%t/out.cu | FileCheck %s
// RUN: diff %t/main.cu %t/out.cu
// CHECK: main.cu:6:5: remark: 'in' not staged: the bounds of a loop around the access are not known [tessera-opaque-loop]
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
