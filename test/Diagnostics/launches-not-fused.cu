// Why the rounds of a loop stay launches of their own.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: %tessera-verify %s %t.cu
__global__ int a[64][32];

__global__ void next(int *row) { row[threadIdx.x] += 1; }
__global__ void shift(int *row, int round) { row[threadIdx.x] += round; }
__global__ void all(int *row) {
  row[blockIdx.y * 32 + blockIdx.z] += gridDim.y;
}
__global__ void other(int *row, int by) { row[threadIdx.x] += by; }
__global__ void twice(int *row) { row[threadIdx.x] += 1; }

int main() {
  int i;
  // CHECK: :[[@LINE+1]]:3: remark: the loop over 'i' launches 'next' each time: one round may need what another one writes to 'row' [tessera-launches-not-fused]
  for (i = 0; i < 64; i++)
    next<<<1, 32>>>(a[0]);
  // CHECK: :[[@LINE+1]]:3: {{.*}} 'shift' each time: an argument does not grow evenly
  for (i = 0; i < 8; i++)
    shift<<<1, 32>>>(a[i], i * i);
  // CHECK: :[[@LINE+1]]:3: {{.*}} 'all' each time: the grid has no free axis
  for (i = 0; i < 8; i++)
    all<<<dim3(1, 1, 32), 1>>>(a[i]);
  // CHECK: :[[@LINE+1]]:3: {{.*}} 'other' each time: the grid, the block or the stream depends on the round
  for (i = 1; i < 8; i++)
    other<<<1, 4 * i>>>(a[i], 1);
  // CHECK: :[[@LINE+1]]:3: {{.*}} 'twice' each time: other launches start the kernel, too
  for (i = 1; i < 8; i++)
    twice<<<1, 32>>>(a[i]);
  twice<<<1, 32>>>(a[0]);
  int sum = 0;
  for (i = 0; i < 64 * 32; i++)
    sum = sum * 3 + a[i / 32][i % 32];
  return sum & 127;
}
