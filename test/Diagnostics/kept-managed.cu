// A variable whose uses are not all known lives in managed memory.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// CHECK: :[[@LINE+1]]:16: remark: 'a' is placed in managed memory: a pointer to it is kept [tessera-kept-managed]
__global__ int a[64];

__global__ void next() { a[threadIdx.x] += 1; }

int *kept;
int main() {
  kept = a;
  next<<<1, 64>>>();
  return kept[7];
}
