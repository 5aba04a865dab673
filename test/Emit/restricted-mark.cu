// A kernel of which only the parameters change is marked, too: with them, other
// plans would pay.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera --cuda-path=none %t.cu -o %t.again.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// RUN: diff %t.cu %t.again.cu
// CHECK: // Tiled by tessera, {{[0-9a-f]+}}.
// CHECK-NEXT: __global__ void sums(const float *__restrict__ a,
// AGAIN: remark: 'sums' is output of this tool and is left alone
__global__ void sums(float *a, float *b, float *c, const int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < n)
    for (int i = 0; i < n; ++i)
      c[id] = a[id] + b[id];
}

int main() {
  int n = 1 << 18;
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  dim3 block(128);
  dim3 grid((n + block.x - 1) / block.x);
  sums<<<grid, block>>>(a, b, c, n);
}
