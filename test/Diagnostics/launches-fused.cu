// Rounds of a loop that only launches become one launch.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
__global__ int a[64][32];

__global__ void next(int *row) { row[threadIdx.x] += 1; }

int main() {
  // CHECK: :[[@LINE+1]]:3: remark: the loop over 'i' launches 'next' once instead of 64 times [tessera-launches-fused]
  for (int i = 0; i < 64; i++)
    next<<<1, 32>>>(a[i]);
  return a[7][7];
}
