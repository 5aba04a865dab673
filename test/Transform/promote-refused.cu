// Elements that stay in memory although a plan wants a register: something else
// may touch them, or it is not certain that they are written.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 > %t/out.cu | FileCheck %s
// RUN: diff %t/main.cu %t/out.cu
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/unknown.yaml %t/main.cu 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// CHECK: :4:5: remark: 'c[i]' is accessed in memory each time: it may overlap 'a'
// CHECK: :11:7: remark: 'c[i]' is accessed in memory each time: whether it is written depends on data
// CHECK: :17:5: remark: 'c[i]' is accessed in memory each time: another access of 'c' may be the same element
// CHECK: :23:5: remark: 'c[i]' is accessed in memory each time: another access of 'c' may be the same element
// CHECK: :32:5: remark: 'c[i]' is accessed in memory each time: its address is handed on
// CHECK: :38:3: remark: 'c[i]' is accessed in memory each time: a statement leaves the code that uses it before its end
// UNKNOWN: error: the plan does not fit the program: kernel 'alias': no element 'a[i]' is accessed again
//--- main.cu
__global__ void alias(const float *a, float *c, int n) {
  int i = threadIdx.x;
  for (int k = 0; k < n; k++)
    c[i] += a[k];
}

__global__ void maximum(const float *a, float *c, int n) {
  int i = threadIdx.x;
  for (int k = 0; k < n; k++)
    if (a[k * 32 + i] > 0)
      c[i] = a[k * 32 + i];
}

__global__ void neighbour(float *c, int n) {
  int i = threadIdx.x;
  for (int k = 0; k < n; k++)
    c[i] += c[k + 32];
}

__global__ void counted(float *c, int n) {
  int i = threadIdx.x;
  for (int k = 0; k < n; k++) {
    c[i] += 1;
    atomicAdd(&c[k + 32], 1.0f);
  }
}

__global__ void taken(float *c, float **p, int n) {
  int i = threadIdx.x;
  float *later = n > 8 ? c : nullptr;
  for (int k = 0; k < n; k++) {
    c[i] += later == nullptr;
  }
}

__global__ void leaves(float *c, int n) {
  int i = threadIdx.x;
  c[i] = 1;
  if (n > 4)
    return;
  c[i] += 1;
}

int main(int argc, char **argv) {
  float *a, *c, **p;
  cudaMalloc(&a, 4096);
  cudaMalloc(&c, 4096);
  cudaMalloc(&p, 4096);
  alias<<<1, 32>>>(c, c, argc);
  maximum<<<1, 32>>>(a, c, argc);
  neighbour<<<1, 32>>>(c, argc);
  counted<<<1, 32>>>(c, argc);
  taken<<<1, 32>>>(c, p, argc);
  leaves<<<1, 32>>>(c, argc);
}
//--- plan.yaml
kernels:
  - kernel: alias
    registers: [ 'c[i]' ]
  - kernel: maximum
    registers: [ 'c[i]' ]
  - kernel: neighbour
    registers: [ 'c[i]' ]
  - kernel: counted
    registers: [ 'c[i]' ]
  - kernel: taken
    registers: [ 'c[i]' ]
  - kernel: leaves
    registers: [ 'c[i]' ]
//--- unknown.yaml
kernels:
  - kernel: alias
    registers: [ 'a[i]' ]
