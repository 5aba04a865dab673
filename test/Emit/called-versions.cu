// A kernel that others launch tests itself what its launches would, and calls
// its versions.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAID
// SAID: remark: staged 'a' in shared memory
// SAID-NOT: tessera-assumed
// RUN: FileCheck %s --input-file=%t.cu
// It stays so.
// RUN: %tessera --cuda-path=none -q %t.cu | diff %t.cu -
// The same, told by the command line.
// RUN: grep -v 'tessera: assume' %s > %t.plain.cu
// RUN: %tessera --cuda-path=none -q %t.plain.cu | diff %t.plain.cu -
// RUN: %tessera --cuda-path=none -q --assume=product:block=16,16 --assume=product:block=32,8 --assume=window:block=128 %t.plain.cu \
// RUN:   | FileCheck %s
// RUN: %tessera --cuda-path=none --assume=prodcut:block=16,16 %t.plain.cu 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: warning: --assume: there is no kernel 'prodcut' [tessera-nothing-named]

// CHECK: {{^}}// Tiled by tessera, {{[0-9a-f]+}}.
// CHECK-NEXT: static __device__ __noinline__ void
// CHECK-NEXT: {{^}}product_tiled(const float *a, const float *b, float *c, int n) {
// CHECK: __shared__ float a_tile[16][16];
// It would need too much shared memory for other blocks.
// CHECK-NOT: product_32x8
// CHECK: {{^}}/* What others launch. */
// CHECK: // Tiled by tessera, {{[0-9a-f]+}}.
// CHECK-NEXT: {{^}}extern "C" __global__ void product(
// CHECK: // These blocks stage tiles.
// CHECK-NEXT: if (blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1
// CHECK: (b + (long long)n * n <= c || c + (long long)n * n <= b)
// CHECK: product_tiled(a, b, c, n);
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK-NEXT: int row = blockIdx.y * blockDim.y + threadIdx.y;

/* What others launch. */
// tessera: assume block(16, 16); assume block(32, 8)
extern "C" __global__ void product(const float *a, const float *b, float *c,
                                   int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

// CHECK: void window_tiled(
// CHECK: {{^}}// Of a library, with a comment before it.
// CHECK: __global__ void window(
// CHECK: if (blockDim.x == 128 && blockDim.y == 1 && blockDim.z == 1
// CHECK: window_tiled(in, out, n);
namespace library {
// Of a library, with a comment before it.
// tessera: assume block(128)
static __global__ void window(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i + k];
  if (i < n)
    out[i] = sum;
}
const void *kernels[] = {(const void *)window};
} // namespace library
