// Pitfall 21: two subscripts on a pointer do not compile; the message says where.
// RUN: sh -c '%tessera-run %s; echo exit $?' 2>&1 | FileCheck %s

__global__ void k(float *a) {
  // CHECK: 21-two-subscripts.cu:[[@LINE+1]]:{{[0-9]+}}: error: subscripted value is not an array, pointer, or vector
  a[threadIdx.y][threadIdx.x] = 1;
}
// CHECK-NEXT: exit 125

int main() {}
