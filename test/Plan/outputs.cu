// Threads that read the same elements: one of them computes the outputs of
// several. How many, and from which tiles, is what takes the device least.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen --print=plan %s 2>/dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never --print=plan %s 2>/dev/null | FileCheck %s --check-prefix=PLAIN
// RUN: %tessera --cuda-path=none --no-transfers --coarsen --gpu=tesla-c2050 --print=plan %s 2>/dev/null | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: coarsen
// PLAIN-NOT: cycles

// Along y the rows of B are the same, along x those of A. Cells of outputs that
// are neighbours are neighbours in memory, and read at once.
// CHECK-LABEL: # product 16x16x1
// CHECK: warps 8x4 8y 8x k/8:A,B  cycles {{.*}} otherwise
// CHECK: warps 8x4 8y 8x k/8:A*4,B*4  cycles {{.*}} chosen
__global__ void product(const float *A, const float *B, float *C, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += A[i * n + k] * B[k * n + j];
    C[i * n + j] = sum;
  }
}

// Nothing is read by two threads: no tiles.
// CHECK-LABEL: # scale 128x1x1
// CHECK-NOT: k/
__global__ void scale(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < n)
    for (int k = 0; k < 8; ++k)
      sum += a[k * n + i];
  b[i] = sum;
}

// A few blocks stay as many: fewer would leave most of the device idle.
// CHECK-LABEL: # small 16x16x1
// CHECK: 2x 2y k/8:A,B  cycles {{.*}} does-not-pay
__global__ void small(const float *A, const float *B, float *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += A[i * 64 + k] * B[k * 64 + j];
  C[i * 64 + j] = sum;
}

void run(const float *A, const float *B, float *C, int n) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  product<<<grid, block>>>(A, B, C, n);
  small<<<dim3(4, 4), block>>>(A, B, C);
  scale<<<(n + 127) / 128, 128>>>(A, C, n);
}

// CHECK: - kernel: {{.*}}product
// CHECK: coarsen:
// CHECK-NEXT: axis: y
// CHECK-NEXT: factor: 8
// CHECK-NEXT: width: 4
// CHECK-NEXT: axis: x
// CHECK-NEXT: factor: 8
// CHECK-NEXT: width: 4
// CHECK: buffers: 2
// CHECK: array: A
// CHECK-NEXT: group: 0
// CHECK-NEXT: padding: 4
// CHECK-NEXT: transposed: true
// CHECK-NEXT: vector: 4
// CHECK: array: B
// CHECK-NEXT: group: 0
// CHECK-NEXT: padding: 0
// CHECK-NEXT: vector: 4
