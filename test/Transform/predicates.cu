// Barriers in code that only some threads reach: guards become predicates, and
// every thread reaches the loop.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace

// An early return. What it guarded is guarded; declarations stay visible, with
// a neutral value where theirs must not be computed.
// CHECK-LABEL: {{^}}__global__ void early(
// CHECK:      {{^}}  // Outside.
// CHECK-NEXT: {{^}}  const bool active = i < n;
// CHECK-NOT:  return
// CHECK:      {{^}}  float scale = active ? out[i] : 0;
// CHECK-NEXT: {{^}}  float sum = 0;
// CHECK-NEXT: {{^}}  int twice = 2 * i; // harmless
// CHECK-NEXT: {{^}}  for (int k0 = 0; k0 < 64; k0 += 16) {
// CHECK:      {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}    if (active)
// CHECK-NEXT: {{^}}      for (int k = k0; k < k0 + 16; k++)
// CHECK-NEXT: {{^}}        sum += in_tile[k - k0] * scale;
// CHECK-NEXT: {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}  if (active)
// CHECK-NEXT: {{^}}    out[twice] = sum;

// Branches in branches.
// CHECK-LABEL: {{^}}__global__ void nested(
// CHECK:      const bool active = i < n;
// CHECK:      const bool active2 = active && (i > m);
// CHECK:      for (int k0 = 0;
// CHECK:      __syncthreads();
// CHECK-NEXT: if (active2)
// CHECK:      __syncthreads();
// CHECK:      if (active)
// CHECK-NEXT: out[i] = sum;

// The other branch.
// CHECK-LABEL: {{^}}__global__ void with_else(
// CHECK:      const bool active = i < n;
// CHECK:      __syncthreads();
// CHECK-NEXT: if (active)
// CHECK:      __syncthreads();
// CHECK:      if (!active) {
// CHECK-NEXT: sum = 1;

// A loop in each branch: both are executed by all.
// CHECK-LABEL: {{^}}__global__ void both(
// CHECK:      const bool active = i < n;
// CHECK:      for (int k0 = 0;
// CHECK:      if (active)
// CHECK-NEXT: for (int k = k0;
// CHECK:      for (int j0 = 0;
// CHECK:      if (!active)
// CHECK-NEXT: for (int j = j0;

// A tile at the start needs none of this: the guard stays behind the barrier.
// CHECK-LABEL: {{^}}__global__ void start(
// CHECK:      __syncthreads();
// CHECK-NEXT: if (i >= n)
// CHECK-NEXT: return; // nothing to do
//--- main.cu
__global__ void early(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Outside.
  if (i >= n)
    return;
  float scale = out[i], sum = 0;
  int twice = 2 * i; // harmless
  for (int k = 0; k < 64; k++)
    sum += in[k] * scale;
  out[twice] = sum;
}

__global__ void nested(const float *in, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    if (i > m) {
      for (int k = 0; k < 64; k++)
        sum += in[k];
    }
    out[i] = sum;
  }
}

__global__ void with_else(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < n) {
    for (int k = 0; k < 64; k++)
      sum += in[k];
  } else {
    sum = 1;
  }
  out[i] = sum;
}

__global__ void both(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < n)
    for (int k = 0; k < 64; k++)
      sum += in[k];
  else
    for (int j = 0; j < 64; j++)
      sum += 2 * in[j];
  out[i] = sum;
}

__global__ void start(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return; // nothing to do
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[i] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  early<<<4, 64>>>(in, out, argc);
  with_else<<<4, 64>>>(in, out, argc);
  both<<<4, 64>>>(in, out, argc);
  start<<<4, 64>>>(in, out, argc);
  nested<<<4, 64>>>(in, out, argc, 3);
}
//--- plan.yaml
kernels:
  - kernel: early
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: nested
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: with_else
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: both
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
      - loop: j
        steps: 32
        tiles:
          - array: in
  - kernel: start
    stages:
      - tiles:
          - array: in
