// Objects that cannot be copied byte by byte cannot be moved.
// RUN: echo old > %t.cu
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: echo old | diff - %t.cu
// RUN: not %tessera --cuda-path=none %s -- -DEXTERN 2>&1 | FileCheck %s --check-prefix=EXTERN
#ifdef EXTERN
// EXTERN: :[[@LINE+1]]:23: error: shared variable 'b' cannot be placed: it is 'extern': the files of the program have to know of each other, by --index and --project [tessera-unsupported-shared]
extern __global__ int b[4];
#endif
struct Text {
  Text(const Text &);
  Text();
  int length;
};
// CHECK: unsupported-shared.cu:[[@LINE+1]]:17: error: shared variable 'a' cannot be placed: its type cannot be copied byte by byte [tessera-unsupported-shared]
__global__ Text a[4];

__global__ void next() { a[threadIdx.x].length += 1; }

int main() { next<<<1, 4>>>(); }
// CHECK-NOT: {{error:|warning:|remark:}}
