// What keeps a tile of one array from being made is no reason of another that
// would be beside it: that one has its own.
// RUN: %tessera --cuda-path=none --no-transfers %s -o /dev/null 2>&1 \
// RUN:   | grep 'not staged' | FileCheck %s
__global__ void corrected(const float *rows, const float *table, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  // CHECK: :[[@LINE+1]]:15: remark: 'rows' not staged: estimated gain {{[0-9.]+}} is below {{[0-9.]+}} [tessera-does-not-pay]
  float sum = rows[i] + rows[i + 1] + rows[i + 2] + rows[i + 3] + rows[i + 4];
  if (sum > 3)
    for (int k = 0; k < 64; k++)
      // CHECK: :[[@LINE+1]]:14: remark: 'table' not staged: whether the element is read depends on {{.*}} [tessera-conditional-access]
      sum += table[64 * blockIdx.x + k];
  out[i] = sum;
}

int main() {
  float *rows, *table, *out;
  cudaMalloc(&rows, 8192 * sizeof(float));
  cudaMalloc(&table, 8192 * sizeof(float));
  cudaMalloc(&out, 8192 * sizeof(float));
  corrected<<<16, 256>>>(rows, table, out);
}
