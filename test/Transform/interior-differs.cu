// Two values differ for all outputs of a thread if they do where their
// difference is smallest, and have the same order there as where it is largest.
// A branch for the few outputs for which two values are equal is not on the
// path.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %t/main.cu --input-file=%t/out.cu
// RUN: %tessera --cuda-path=none --check %t/out.cu
//--- main.cu
// The order of the test's sides is the user's.
// CHECK-LABEL: void bothWays(
// CHECK: if (i_first + 3 < n && (i_first > k || i_first + 3 < k) &&
// CHECK-NEXT: (m > i_first + 3 || m < i_first)) {
__global__ void bothWays(int *out, int n, int k, int m) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i != k && m != i)
    out[i * n + j] += 1;
}

// Both sides differ between outputs.
// CHECK-LABEL: void diagonal_tiled(
// CHECK: (i_first > j_first + 3 || i_first + 1 < j_first)) {
__global__ void diagonal(int *out, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n && i != j)
    out[i * n + j] += 1;
}

// Parentheses, a macro that is the same for all outputs, and a sum that may be
// negative, with a sign.
// CHECK-LABEL: void spelled(
// CHECK: if ((i_first + 3 < n) && (i_first > MIDDLE || i_first + 3 < MIDDLE) &&
// CHECK-NEXT: (i_first - 3 > k || i_first < k)) {
#define MIDDLE (2 * n - 1)
__global__ void spelled(int *out, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if ((i < n) && (i != MIDDLE) && (i - 3 != k))
    out[i * n + j] += 1;
}

// Exits; an index without a sign, which is not below 0.
// CHECK-LABEL: void leaves(
// CHECK: if (i_first + 3 < n && i_first > 0 && (i_first > k || i_first + 3 < k)) {
__global__ void leaves(int *out, unsigned n, int k) {
  const unsigned i = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || i == 0 || i == k)
    return;
  out[i * n + j] += 1;
}

// Values that are the same for all outputs of a thread are compared once.
// CHECK-LABEL: void uniform_tiled(
// CHECK: if (i < n && j_first + 3 < n && i != k && mode == 1) {
__global__ void uniform(int *out, int n, int k, int mode) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n && i != k && mode == 1)
    out[i * n + j] += 1;
}

// Of the first branch and the last nothing is on the path. What is stored there
// is not stored before 'in' is read: the launch need not find out whether 'in'
// and 'out' are apart.
// CHECK-LABEL: void branches_tiled(
// CHECK: if (i_first + 1 < n && j_first + 3 < n && (i_first > k || i_first + 1 < k) &&
// CHECK-NEXT: j_first > 0) {
// CHECK-NOT: out[j] =
// CHECK: out_reg[r][c] = in_reg[r][c] + 1;
// CHECK: } else {
// CHECK: out[j] = 5;
__global__ void branches(const int *in, int *out, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    if (i == k)
      out[j] = 5;
    else if (j != 0)
      out[i * n + j] = in[i * n + j] + 1;
    else
      out[i * n + j] = 7;
  }
}

// What all threads decide alike is on the path, and an inequality, which may
// split them in halves.
// CHECK-LABEL: void stays(
// CHECK: if (i_first + 1 < n && j_first + 3 < n) {
// CHECK: if (mode == 1)
// CHECK: if (i_first + r < k)
// CHECK: } else {
__global__ void stays(int *out, int n, int k, int mode) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    if (mode == 1)
      out[i * n + j] = 1;
    else
      out[i * n + j] = 2;
    if (i < k)
      out[i * n + j] += 1;
    else
      out[i * n + j] += 2;
  }
}

// Branches may declare the same name: the second is tested for each output, and
// reads what all outputs have read.
// CHECK-LABEL: void names(
// CHECK: if (i_first + 3 < n) {
// CHECK: float t = in_reg[r] + 1;
// CHECK: if (i_first + r != k) {
// CHECK: float t = in_reg[r] + 2;
// CHECK: } else {
__global__ void names(const int *in, int *out, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float t = in[i * n + j] + 1;
    out[i * n + j] = t;
  }
  if (i != k) {
    float t = in[i * n + j] + 2;
    out[i * n + j] += t;
  }
}

// CHECK-LABEL: void run(
// CHECK: n % 4 == 0 && (size_t)in % 16 == 0 && (size_t)out % 16 == 0;
void run(const int *in, int *out, int n, int k, int m) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  bothWays<<<grid, block>>>(out, n, k, m);
  diagonal<<<grid, block>>>(out, n);
  spelled<<<grid, block>>>(out, n, k);
  leaves<<<grid, block>>>(out, n, k);
  uniform<<<grid, block>>>(out, n, k, m);
  branches<<<grid, block>>>(in, out, n, k);
  stays<<<grid, block>>>(out, n, k, m);
  names<<<grid, block>>>(in, out, n, k);
}
//--- plan.yaml
kernels:
  - kernel: bothWays
    coarsen: [{ axis: y, factor: 4, width: 4 }]
    interior: true
  - kernel: diagonal
    coarsen:
      - { axis: y, factor: 2, width: 2 }
      - { axis: x, factor: 4, width: 4 }
    interior: true
  - kernel: spelled
    coarsen: [{ axis: y, factor: 4, width: 4 }]
    interior: true
  - kernel: leaves
    coarsen: [{ axis: y, factor: 4, width: 4 }]
    interior: true
  - kernel: uniform
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: branches
    coarsen:
      - { axis: y, factor: 2, width: 2 }
      - { axis: x, factor: 4, width: 4 }
    interior: true
  - kernel: stays
    coarsen:
      - { axis: y, factor: 2, width: 2 }
      - { axis: x, factor: 4, width: 4 }
    interior: true
  - kernel: names
    coarsen: [{ axis: y, factor: 4, width: 4 }]
    interior: true
