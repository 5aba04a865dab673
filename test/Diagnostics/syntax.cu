// The program is not valid: Clang's first error, in the form of all messages.
// RUN: echo old > %t.cu
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: echo old | diff - %t.cu
// CHECK: syntax.cu:[[@LINE+1]]:22: error: expected ';' after return statement [tessera-syntax]
int main() { return 1 }
// CHECK-NOT: {{error:|warning:|remark:}}
