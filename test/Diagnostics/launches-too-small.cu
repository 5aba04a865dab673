// What pays in large launches only is not done where all are known to be small.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
// RUN: sed 's/128, 7)/128, 64)/' %s > %t.long.cu
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %t.long.cu 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=LONG
// LONG-NOT: not changed
// LONG: staged 'a'
// CHECK: :[[@LINE+1]]:17: remark: kernel 'product' not changed: its launches are too small, or its loops too short there, for that to pay [tessera-launches-too-small]
__global__ void product(const float *a, const float *b, float *c, int n,
                        int m) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < m; k++)
    sum += a[i * m + k] * b[k * n + j];
  c[i * n + j] = sum;
}

int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 65536);
  cudaMalloc(&b, 65536);
  cudaMalloc(&c, 65536);
  product<<<dim3(8, 8), dim3(16, 16)>>>(a, b, c, 128, 7);
}
