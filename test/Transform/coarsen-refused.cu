// A kernel whose threads are numbered by more than their global index keeps
// interleaved outputs; one whose index also stands in a lambda's body keeps one
// output per thread.
// RUN: split-file %s %t
// RUN: %tessera --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/sum.cu -- 2>&1 | FileCheck %s

// CHECK: remark: kernel 'sum' not changed: it uses threadIdx apart from blockIdx
// CHECK: remark: kernel 'captured' not changed: it changes a parameter, or has a variable that cannot become several
// CHECK: int i = blockIdx.x * 256 + threadIdx.x;
//--- plan.yaml
kernels:
  - kernel: sum
    coarsen:
      - { axis: x, factor: 4, width: 4 }
  - kernel: captured
    coarsen:
      - { axis: x, factor: 4 }
//--- sum.cu
__global__ void sum(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[threadIdx.x];
}
__global__ void captured(const float *a, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  [&]() -> float & { return c[i]; }() = a[i];
}
int main() {
  int n = 5000;
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  sum<<<(n + 255) / 256, 256>>>(a, b, c, n);
  captured<<<16, 256>>>(a, c);
}
