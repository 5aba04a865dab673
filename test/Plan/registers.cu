// Registers in the text are for what the compiler cannot keep in one itself:
// because of a tile's barriers, or where a pointer cannot be __restrict__. A
// device without a cache has them for code without loops, too. What the plan
// says is a plan that says the same.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --print=plan %t/main.cu > %t/plan.yaml
// RUN: FileCheck %s --input-file=%t/plan.yaml --check-prefix=PLAN
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu | diff %t/out.cu -
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 %t/main.cu | FileCheck %s --check-prefix=OLD
// RUN: %tessera -q --cuda-path=none --no-transfers --no-tiles %t/main.cu | diff %t/main.cu -
// RUN: %tessera -q --cuda-path=none --no-transfers --array=c:global --array=a:global %t/main.cu | diff %t/main.cu -

// CHECK-LABEL: void plain(const float *__restrict__ a, float *__restrict__ c) {
// CHECK: c[i] += a[k * 128 + i];
// CHECK-LABEL: void brackets(
// CHECK: c_i += a[k * 128 + i];
// CHECK-LABEL: void shares(
// CHECK: c_i += a_tile[k];
// CHECK-LABEL: void spread(const float *a, float *c) {
// CHECK-LABEL: void told(const float *a, float *__restrict__ c) {
// CHECK: c[i] += a[k * 128 + i];

// PLAN: - kernel: plain
// PLAN-NEXT: restrict:
// PLAN-NEXT: - a
// PLAN-NEXT: - c
// PLAN: - kernel: brackets
// PLAN-NEXT: registers:
// PLAN-NEXT: - 'c[i]'
// PLAN: - kernel: shares
// PLAN: registers:
// PLAN-NEXT: - 'c[i]'

// OLD-LABEL: void spread(const float *__restrict__ a, float *__restrict__ c) {
//--- main.cu
__global__ void plain(const float *a, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; k++)
    c[i] += a[k * 128 + i];
}

__global__ void brackets(const float *a, float c[]) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; k++)
    c[i] += a[k * 128 + i];
}

__global__ void shares(const float *a, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; k++)
    c[i] += a[k];
}

__global__ void spread(const float *a, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i];
  c[i + 128] = a[i] * 2;
  c[i + 256] = a[i] + 1;
}

__global__ void told(const float *a, float *__restrict__ c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; k++)
    c[i] += a[k * 128 + i];
}

int main() {
  float *a, *c;
  cudaMalloc(&a, 65536);
  cudaMalloc(&c, 65536);
  plain<<<2, 64>>>(a, c);
  brackets<<<2, 64>>>(a, c);
  shares<<<2, 64>>>(a, c);
  spread<<<2, 64>>>(a, c);
  told<<<2, 64>>>(a, c);
}
