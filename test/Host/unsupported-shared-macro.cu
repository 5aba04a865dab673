// A macro that defines a kernel beside an array cannot be taken apart.
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: not %tessera --cuda-path=none %s -o %t.cu -- -DDIRECTIVES 2>&1 | FileCheck %s --check-prefix=DIRECTIVES
// RUN: %tessera --cuda-path=none %s -o %t.cu -- -DBEHIND
#define BOTH(n)                                                                \
  __global__ void set_##n(float *x) { x[threadIdx.x] = 1; }                    \
  __global__ float n[64]
#define SHARED(T, n) __global__ T n[64]
#define KERNEL(n)                                                              \
  __global__ void set_##n(float *x) { x[threadIdx.x] = 1; }

#ifdef DIRECTIVES
// DIRECTIVES: :[[@LINE+1]]:1: error: shared variable 'a' cannot be placed: a macro declares it, and there are directives between its arguments [tessera-unsupported-shared]
SHARED(float,
#if 1
       a
#else
       b
#endif
);
KERNEL(a)
#elif defined(BEHIND)
KERNEL(a) __managed__ float a[64];
#else
// CHECK: :[[@LINE+1]]:1: error: shared variable 'a' cannot be placed: a macro declares it together with a function: write the array out [tessera-unsupported-shared]
BOTH(a);
#endif
int main() { set_a<<<1, 64>>>(a); }
