// Blocks that hold something beyond a turn, or know how many they are, stay as
// they are. So does all that a plan does not fit.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 >%t/out.cu | FileCheck %s
// RUN: diff %t/main.cu %t/out.cu
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/both.yaml %t/main.cu 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/none.yaml %t/main.cu 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK-DAG: kernel 'part' not changed: its threads work together
// CHECK-DAG: kernel 'grid' not changed: it uses gridDim
// CHECK-DAG: kernel 'shrink' not changed: it changes a parameter, or a variable inside a macro
// CHECK-DAG: kernel 'whole' not changed: a macro's body or a function it calls uses blockIdx, or it uses it as a whole
// CHECK-DAG: kernel 'inner' not changed: it returns from inside a branch or loop
// CHECK-DAG: kernel 'open' not changed: no guard tells how many blocks have work, and the size of the grid is not known
// CHECK-DAG: kernel 'sizes' not changed: no guard tells how many blocks have work, and the size of the grid is not known
// BOTH: 'persistent' goes with 'privatise' and 'registers' only
// NONE: 'blocks' is at least 1
//--- main.cu
__global__ void part(int *x, int n) {
  __shared__ int sum[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[threadIdx.x] = x[i];
    x[i] = sum[threadIdx.x] + 1;
  }
}
__global__ void grid(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = gridDim.x;
}
__global__ void shrink(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 3; ++k)
    n -= x[k];
  if (i < n)
    x[i] = n;
}
__device__ int first(dim3 b) { return b.x * blockDim.x; }
__global__ void whole(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = first(blockIdx);
}
__global__ void inner(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (x[i] > 0)
      return;
    x[i] = 1;
  }
}
__global__ void open(int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 1;
}
__global__ void sizes(int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 1;
}
void run(int *x, int n) {
  part<<<n / 64 + 1, 64>>>(x, n);
  grid<<<n / 64 + 1, 64>>>(x, n);
  shrink<<<n / 64 + 1, 64>>>(x, n);
  whole<<<n / 64 + 1, 64>>>(x, n);
  inner<<<n / 64 + 1, 64>>>(x, n);
  open<<<n / 64, 64>>>(x);
  sizes<<<8, 64>>>(x);
  sizes<<<9, 64>>>(x);
}
//--- plan.yaml
kernels:
  - kernel: part
    persistent: { axis: x, blocks: 3 }
  - kernel: grid
    persistent: { axis: x, blocks: 3 }
  - kernel: shrink
    persistent: { axis: x, blocks: 3 }
  - kernel: whole
    persistent: { axis: x, blocks: 3 }
  - kernel: inner
    persistent: { axis: x, blocks: 3 }
  - kernel: open
    persistent: { axis: x, blocks: 3 }
  - kernel: sizes
    persistent: { axis: x, blocks: 3 }
//--- both.yaml
kernels:
  - kernel: open
    coarsen:
      - { axis: x, factor: 2 }
    persistent: { axis: x, blocks: 3 }
//--- none.yaml
kernels:
  - kernel: open
    persistent: { axis: x, blocks: 0 }
