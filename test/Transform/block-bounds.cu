// Loops whose threads begin or end apart count for the block, and each thread
// takes part in its own rounds.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace
// RUN: FileCheck %s --check-prefix=REFUSED --input-file=%t/err

// CHECK-LABEL: {{^}}__global__ void begin(
// CHECK:      {{^}}  for (int k0 = blockIdx.x * blockDim.x + 1; k0 < n; k0 += 16) {
// CHECK:      {{^}}      for (int k = max(k0, i + 1); k < k0 + 16 && k < n; ++k)
// CHECK-NEXT: {{^}}        s += in_tile[k - k0];

// Below zero, the ids' sum has no sign: it needs a cast where it is compared.
// CHECK-LABEL: {{^}}__global__ void window(
// CHECK:      {{^}}  for (int k0 = blockIdx.x * blockDim.x - 3;
// CHECK-NEXT: {{^}}       k0 < (int)(blockDim.x + blockIdx.x * blockDim.x + 3); k0 += 16) {
// CHECK:      {{^}}      for (int k = max(k0, max(0, i - 3));
// CHECK-NEXT: {{^}}           k < k0 + 16 && k <= min(n - 1, i + 3); ++k)

// Bounds of another type become the counter's.
// CHECK-LABEL: {{^}}__global__ void types(
// CHECK:      {{^}}  for (long k0 = (long long)blockIdx.x * blockDim.x; k0 < n; k0 += 16) {
// CHECK:      {{^}}      for (long k = max(k0, (long)(i)); k < k0 + 16 && k < n; ++k)

// A choice of two, in parentheses; the variable hides the function.
// CHECK-LABEL: {{^}}__global__ void choice(
// CHECK:      {{^}}  for (int k0 = blockIdx.x * blockDim.x - 3; k0 < n; k0 += 16) {
// CHECK:      {{^}}      for (int k = k0; k < k0 + 16 && k < n; ++k) {
// CHECK-NEXT: {{^}}        if (k >= (i < 3 ? 0 : i - 3))
// CHECK-NEXT: {{^}}          s += in_tile[k - k0] * max;

// A loop around the point counts one by one.
// CHECK-LABEL: {{^}}__global__ void around(
// CHECK:      {{^}}  for (int j = blockIdx.x * blockDim.x; j < n; j++) {
// CHECK-NEXT: {{^}}    const bool active2 = active && (j >= i);
// CHECK-NEXT: {{^}}    for (int k0 = 0; k0 < n; k0 += 16) {

// The comment names an array with two tiles once.
// CHECK-LABEL: {{^}}__global__ void lags(
// CHECK:      {{^}}  for (int k0 = 0; k0 < (int)(n - blockIdx.x * blockDim.x); k0 += 16) {
// CHECK-NEXT: {{^}}    // Stage this step's part of in.
// CHECK:      {{^}}      for (int k = k0; k < k0 + 16 && k < n - i; k++)

// CHECK-LABEL: {{^}}__global__ void seen(
// CHECK:      {{^}}    for (k = i; k < n; k++)
// REFUSED-COUNT-4: remark: 'in' not staged: a barrier would stand in code that not all threads reach
// CHECK-LABEL: {{^}}__global__ void apart(
// CHECK:      {{^}}    for (int k = i; k < n; k += 2)
// CHECK-LABEL: {{^}}__global__ void unknown(
// CHECK:      {{^}}    for (int k = i * m; k < n; k++)
// CHECK-LABEL: {{^}}__global__ void wraps(
// CHECK:      {{^}}    for (unsigned k = i - 2; k < n; k++)
//--- main.cu
__global__ void begin(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int k = i + 1; k < n; ++k)
      s += in[k];
    out[i] = s;
  }
}

__global__ void window(const float *in, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    float s = 0;
    for (int k = max(0, i - 3); k <= min(n - 1, i + 3); ++k)
      s += in[k];
    out[i] = s;
  }
}

__global__ void types(const float *in, float *out, long n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (long k = i; k < n; ++k)
      s += in[k];
    out[i] = s;
  }
}

__global__ void choice(const float *in, float *out, int n, float max) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int k = i < 3 ? 0 : i - 3; k < n; ++k)
      s += in[k] * max;
    out[i] = s;
  }
}

__global__ void around(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j;
  if (i < n) {
    float s = 0;
    for (j = i; j < n; j++)
      for (int k = 0; k < n; ++k)
        s += in[k * n + j];
    for (j = 0; j < 4; j++)
      s *= 2;
    out[i] = s;
  }
}

__global__ void lags(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int k = 0; k < n - i; k++)
      s += in[k] * in[k + i];
    out[i] = s;
  }
}

// The counter is used behind the loop.
__global__ void seen(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
  float s = 0;
  if (i < n)
    for (k = i; k < n; k++)
      s += in[k];
  out[i] = s + k;
}

// Threads never meet.
__global__ void apart(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  if (i < n)
    for (int k = i; k < n; k += 2)
      s += in[k];
  out[i] = s;
}

// Which thread begins first is not known.
__global__ void unknown(const float *in, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  if (i < n)
    for (int k = i * m; k < n; k++)
      s += in[k];
  out[i] = s;
}

// The block's first value would be a large number.
__global__ void wraps(const float *in, float *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  if (i < n && i >= 2)
    for (unsigned k = i - 2; k < n; k++)
      s += in[k];
  out[i] = s;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  begin<<<2, 32>>>(in, out, 64);
  window<<<2, 32>>>(in, out, 64, 64);
  types<<<2, 32>>>(in, out, 64);
  choice<<<2, 32>>>(in, out, 64, 3);
  around<<<2, 32>>>(in, out, 64);
  lags<<<2, 32>>>(in, out, 64);
  seen<<<2, 32>>>(in, out, 64);
  apart<<<2, 32>>>(in, out, 64);
  unknown<<<2, 32>>>(in, out, 64, 2);
  wraps<<<2, 32>>>(in, out, 64);
}
//--- plan.yaml
kernels:
  - kernel: begin
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: window
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: types
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: choice
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: around
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: lags
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: seen
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: apart
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: unknown
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
  - kernel: wraps
    stages: [ { loop: k, steps: 16, tiles: [ { array: in } ] } ]
