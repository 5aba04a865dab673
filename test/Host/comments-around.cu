// Statements are put beside comments, never into them: a comment may go on in
// the next line, end above a statement, or belong to a macro.
// RUN: %python -c "import sys; t = open(sys.argv[1]).read(); open(sys.argv[2], 'w', newline='').write(t); open(sys.argv[3], 'w', newline='\r\n').write(t)" %s %t.lf.cu %t.crlf.cu
// RUN: %tessera --cuda-path=none -q %t.lf.cu -o %t.out.cu
// RUN: FileCheck %s --input-file=%t.out.cu
// RUN: %tessera-verify %t.lf.cu %t.out.cu
// RUN: %tessera --cuda-path=none -q %t.crlf.cu -o %t.crlf.out.cu
// RUN: FileCheck %s --input-file=%t.crlf.out.cu
// RUN: %tessera-verify %t.crlf.cu %t.crlf.out.cu
#include <stdio.h>
#define N 64
__global__ float a[N];
__global__ void next() { a[threadIdx.x] += 1; }
int main() {
  for (int t = 0; t < 3; t++) // rounds \
     of one step
    next<<<1, N>>>();
  printf("%g\n", a[0]);
  // one more \
     step
  next<<<1, N>>>(); // with \
     a[5]
  printf("%g\n", a[5]);
  /* and
  // another */
  next<<<1, N>>>();
#define LAST \
  // 7
  printf("%g\n", a[7]);
  return 0;
}
// CHECK: for (int t = 0; t < 3; t++) // rounds
// CHECK-NEXT: of one step
// CHECK-NEXT: {
// CHECK: // one more
// CHECK-NEXT: step
// CHECK: // another */
// CHECK: #define LAST
// CHECK-NEXT: // 7
