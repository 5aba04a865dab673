// A kernel whose new text does not pass its check is left as it is, and the rest
// is translated: the message says so, and the exit code is 4. Here the kernel
// insists on a column, which the tool does not foresee.
// RUN: %python %S/Inputs/exits.py 4 %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.cu
// RUN: %python %S/Inputs/exits.py 4 %tessera --cuda-path=none --check -q %s
// RUN: %python %S/Inputs/exits.py 1 %tessera --cuda-path=none -q %s %S/no-file.cu --out-dir=%t
// RUN: %python %S/Inputs/exits.py 0 %tessera --cuda-path=none -q --kernel=turn %s
// RUN: %python %S/Inputs/exits.py 4 %tessera --cuda-path=none -q %s -o %t.cu --report=%t.json
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// REPORT: {{^ *}}"id": "internal",
// RUN: %python %S/Inputs/exits.py 4 %tessera --cuda-path=none --cache=%t.cache -q %s -o %t.cu
// RUN: %python %S/Inputs/exits.py 4 %tessera --cuda-path=none --cache=%t.cache -q %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %if nvcc %{ %tessera-nvcc -arch=sm_90 -Xtessera --cuda-path=none -c %s -o %t.o 2>&1 | FileCheck %s %}
// CHECK-NOT: error:
// CHECK: internal.cu:[[@LINE+11]]:17: error: internal error: 'multiply' is left as it is: the rewritten text did not pass its check: static assertion failed due to requirement '__builtin_COLUMN() == 19': moved; please report the input [tessera-internal]
// CHECK-NOT: error:
// RESULT: {{^}}__global__ void multiply
// RESULT: for (int k = 0; k < n; k++) {
// RESULT-NOT: __global__ void multiply
#ifdef __clang__
#define COLUMN __builtin_COLUMN()
#else
#define COLUMN 19
#endif

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    static_assert(COLUMN == 19, "moved");
    sum += a[y * n + k] * b[k * n + x];
  }
  c[y * n + x] = sum;
}

// RESULT: void turn_tiled
// RESULT: multiply<<<
// RESULT: turn_tiled : turn)<<<
__global__ void turn(const float *a, float *b, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  b[y * n + x] = a[x * n + y];
}

int run(float *a, float *b, float *c, int n) {
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  turn<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, b, n);
  return cudaDeviceSynchronize();
}
