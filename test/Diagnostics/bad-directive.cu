// Directives that say nothing, are about nothing, or name what is not there. No
// output is written.
// RUN: echo old > %t.cu
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: grep -c 'error:' %t.err | FileCheck %s --check-prefix=COUNT
// RUN: echo old | diff - %t.cu
// COUNT: 23

#if 0
// tessera: what nobody compiles
#endif
// CHECK: :[[@LINE+1]]:1: error: 'of' is no directive: what is understood is off, off(A), on, off-file, shared(A), coarsen=never, allow-reassociation, assume n >= 1, assume n % 4 == 0, assume no alias(A, B), assume aligned(A, 16), assume block(16, 16) [tessera-bad-directive]
// tessera: of
// CHECK: :[[@LINE+1]]:1: error: 'on' is no directive: no 'off' is before it [tessera-bad-directive]
#pragma tessera on
// CHECK: :[[@LINE+1]]:1: error: 'assume n >= 1' is no directive: no kernel follows it [tessera-bad-directive]
// tessera: assume n >= 1
// CHECK: :[[@LINE+1]]:8: error: 'off' is no directive: no kernel, launch, copy or shared array follows it [tessera-bad-directive]
int x; // tessera: off
// CHECK: :[[@LINE+1]]:1: error: 'off(b); shared()' is no directive: a name of an array is expected, not ')' [tessera-bad-directive]
// tessera: off(b); shared()
// CHECK: :[[@LINE+1]]:1: error: 'off(b)' is no directive: 'k' has no array 'b' in global memory [tessera-bad-directive]
// tessera: off(b)
// CHECK: :[[@LINE+1]]:1: error: 'assume m >= 1' is no directive: 'k' has no parameter 'm', nor is it an integer constant [tessera-bad-directive]
// tessera: assume m >= 1
// CHECK: :[[@LINE+1]]:1: error: 'assume n' is no directive: ==, >=, <=, > or < is expected, not its end [tessera-bad-directive]
// tessera: assume n
// CHECK: :[[@LINE+1]]:1: error: 'assume n % 0 == 0' is no directive: % needs a positive number [tessera-bad-directive]
// tessera: assume n % 0 == 0
// CHECK: :[[@LINE+1]]:1: error: 'assume n % 4 == 5' is no directive: no remainder is 5: the divisor is 4 [tessera-bad-directive]
// tessera: assume n % 4 == 5
// CHECK: :[[@LINE+1]]:1: error: 'assume n + n % 4 == 0' is no directive: a remainder stands alone on its side: (n + 1) % 4 == 0 [tessera-bad-directive]
// tessera: assume n + n % 4 == 0
// CHECK: :[[@LINE+1]]:1: error: 'assume f == 3' is no directive: 'f' is no integer [tessera-bad-directive]
// tessera: assume f == 3
// CHECK: :[[@LINE+1]]:1: error: 'assume c >= 0' is no directive: 'c' changes in 'k' [tessera-bad-directive]
// tessera: assume c >= 0
// CHECK: :[[@LINE+1]]:1: error: 'assume block(32, 64)' is no directive: 'block' takes a block of one to three sizes, at most 1024 threads: block(16, 16) [tessera-bad-directive]
// tessera: assume block(32, 64)
// CHECK: :[[@LINE+1]]:1: error: 'assume block(0)' is no directive: 'block' takes a block of one to three sizes, at most 1024 threads: block(16, 16) [tessera-bad-directive]
// tessera: assume block(0)
// CHECK: :[[@LINE+1]]:1: error: 'assume block(8, 8' is no directive: ')' is expected, not its end [tessera-bad-directive]
// tessera: assume block(8, 8
// CHECK: :[[@LINE+1]]:1: error: 'assume aligned(a, 3)' is no directive: 'aligned' takes an array and a number of bytes, a power of 2: aligned(A, 16) [tessera-bad-directive]
// tessera: assume aligned(a, 3)
// CHECK: :[[@LINE+1]]:1: error: 'assume no alias(a)' is no directive: 'no alias' needs two arrays, or none for all [tessera-bad-directive]
// tessera: assume no alias(a)
// CHECK: :[[@LINE+1]]:1: error: 'coarsen=maybe' is no directive: 'coarsen' takes =never, =large or =always [tessera-bad-directive]
// tessera: coarsen=maybe
// CHECK: :[[@LINE+1]]:1: error: 'assume 1 <= n <= 5' is no directive: '&&' or its end is expected, not '<= 5' [tessera-bad-directive]
// tessera: assume 1 <= n <= 5
// CHECK: :[[@LINE+1]]:1: error: 'off please' is no directive: its end is expected, not 'please' [tessera-bad-directive]
// tessera: off please
// CHECK: :[[@LINE+1]]:1: error: 'assume n % 8 == 0' is no directive: the launch in line [[@LINE+9]] makes it false [tessera-bad-directive]
// tessera: assume n % 8 == 0
__global__ void k(float *a, int n, float f, int c) {
  while (a[c] > 0)
    c = c / 2;
  a[threadIdx.x] = n * c;
}

int main() {
  k<<<1, 1>>>(nullptr, 12, 0, 0);
  // CHECK: :[[@LINE+1]]:3: error: 'off' is no directive: no kernel, launch, copy or shared array follows it [tessera-bad-directive]
  // tessera: off
  int z = 3;
}
