// A flag that neither nvcc nor Clang has is left out; what is unknown to Clang
// alone, or goes to the host compiler, gives no message.
// RUN: %tessera --cuda-path=none %s -- --mystery -DN=4 --maxrregcount 32 \
// RUN:   -Xcompiler -fmystery -arch=sm_80 2>&1 >%t.cu | FileCheck %s
// RUN: diff %s %t.cu
// CHECK-NOT: warning:
// CHECK: tessera: warning: the compiler flag '--mystery' is left out: neither nvcc nor Clang has it [tessera-flag-ignored]
// CHECK-NOT: warning:
#if N != 4
#error
#endif
int main() { return 0; }
