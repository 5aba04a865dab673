// A loop in strips: the same iterations in the same order, between barriers that
// all threads reach.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace

// The strips divide the loop.
// CHECK-LABEL: {{^}}__global__ void divides(
// CHECK:      {{^}}  __shared__ float in_tile[16];
// CHECK-NEXT: {{^}}  for (int k0 = 0; k0 < 64; k0 += 16) {
// CHECK:      {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}    for (int k = k0; k < k0 + 16; k++)
// CHECK-NEXT: {{^}}      sum += in_tile[k - k0];
// CHECK-NEXT: {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}  }

// The last strip is shorter; nothing beyond the array is loaded.
// CHECK-LABEL: {{^}}__global__ void rest(
// CHECK:      {{^}}  for (int k0 = 0; k0 < n; k0 += 16) {
// CHECK:      {{^}}      if (in_x < n)
// CHECK-NEXT: {{^}}        in_tile[x] = in[in_x];
// CHECK:      {{^}}    for (int k = k0; k < k0 + 16 && k < n; ++k)

// The bound belongs to the loop.
// CHECK-LABEL: {{^}}__global__ void inclusive(
// CHECK:      {{^}}  for (int k0 = 1; k0 <= n; k0 += 16) {
// CHECK:      {{^}}    for (int k = k0; k < k0 + 16 && k <= n; k++)

// The counter lives on: it has its first value if there is no iteration.
// CHECK-LABEL: {{^}}__global__ void outside(
// CHECK:      {{^}}  k = 2;
// CHECK-NEXT: {{^}}  for (int k0 = 2; k0 < n; k0 += 16) {
// CHECK:      {{^}}    for (k = k0; k < k0 + 16 && k < n; k++) {
// CHECK-NEXT: {{^}}      sum += in_tile[k - k0];
// CHECK-NEXT: {{^}}    }
// CHECK:      = sum + k;

// Sixteen iterations are 32 values, of which every second one is loaded.
// CHECK-LABEL: {{^}}__global__ void by_two(
// CHECK:      {{^}}  for (int k0 = 0; k0 < 64; k0 += 32) {
// CHECK:      {{^}}    for (int k = k0; k < k0 + 32; k += 2)
// CHECK-NEXT: {{^}}      sum += in_tile[k - k0];

// A strip of one iteration is the iteration.
// CHECK-LABEL: {{^}}__global__ void single(
// CHECK:      {{^}}  for (int k = 0; k < n; k++) {
// CHECK:      {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}    for (int j = 0; j < 8; j++)
// CHECK-NEXT: {{^}}      sum += in_tile[j];
// CHECK-NEXT: {{^}}    __syncthreads();

// CHECK-LABEL: {{^}}__global__ void not_equal(
// CHECK:      {{^}}  for (int k0 = 0; k0 < n; k0 += 16) {
// CHECK:      {{^}}    for (int k = k0; k < k0 + 16 && k < n; k++)
//--- main.cu
__global__ void divides(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void rest(const float *in, float *out, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void inclusive(const float *in, float *out, int n) {
  float sum = 0;
  for (int k = 1; k <= n; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void outside(const float *in, float *out, int n) {
  float sum = 0;
  int k;
  for (k = 2; k < n; k++) {
    sum += in[k];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum + k;
}

__global__ void by_two(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k += 2)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void single(const float *in, float *out, int n) {
  float sum = 0;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < 8; j++)
      sum += in[k * 8 + j];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void not_equal(const float *in, float *out, int n) {
  float sum = 0;
  for (int k = 0; k != n; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}


int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  divides<<<4, 64>>>(in, out);
  rest<<<4, 64>>>(in, out, argc);
  inclusive<<<4, 64>>>(in, out, argc);
  outside<<<4, 64>>>(in, out, argc);
  by_two<<<4, 64>>>(in, out);
  single<<<4, 64>>>(in, out, argc);
  not_equal<<<4, 64>>>(in, out, argc);
}
//--- plan.yaml
kernels:
  - kernel: divides
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: rest
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: inclusive
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: outside
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: by_two
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
  - kernel: single
    stages:
      - loop: k
        steps: 1
        tiles:
          - array: in
  - kernel: not_equal
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
