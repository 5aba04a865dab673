// Arrays that threads update in memory although a plan wants copies of them.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 > %t/out.cu | FileCheck %s
// RUN: diff %t/main.cu %t/out.cu
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/unknown.yaml %t/main.cu 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// CHECK-DAG: main.cu:6:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: the kernel uses it in other ways, too [tessera-not-privatised]
// CHECK-DAG: main.cu:10:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: the order of these operations matters [tessera-not-privatised]
// CHECK-DAG: main.cu:14:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: what was there before is used [tessera-not-privatised]
// CHECK-DAG: main.cu:18:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: others than this device may look on [tessera-not-privatised]
// CHECK-DAG: main.cu:1:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: 'tally', which the kernel calls, does [tessera-not-privatised]
// CHECK-DAG: main.cu:27:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: the text of the call does not name it in a plain way [tessera-not-privatised]
// CHECK-DAG: main.cu:32:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: the updates are of several kinds [tessera-not-privatised]
// CHECK-DAG: main.cu:36:{{[0-9]+}}: remark: each thread updates 'f' in memory by itself: a sum of floating-point numbers depends on their order; --allow-reassociation accepts another one [tessera-not-privatised]
// CHECK-DAG: main.cu:41:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: the text of the call does not name it in a plain way [tessera-not-privatised]
// CHECK-DAG: main.cu:45:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: it may overlap 'b' [tessera-not-privatised]
// CHECK-DAG: main.cu:49:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: the text of the call does not name it in a plain way [tessera-not-privatised]
// CHECK-DAG: main.cu:57:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: threads leave the kernel inside a branch or loop [tessera-not-privatised]
// CHECK-DAG: main.cu:61:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: it is not known how many elements it has [tessera-not-privatised]
// CHECK-DAG: main.cu:65:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: it is not known how many elements it has [tessera-not-privatised]
// CHECK-DAG: main.cu:69:{{[0-9]+}}: remark: each thread updates 'a' in memory by itself: a copy of 262144 bytes is more than there is shared memory for [tessera-not-privatised]
// UNKNOWN: error: the plan does not fit the program: kernel 'reads': 'b' is not updated atomically
//--- main.cu
__noinline__ __device__ void tally(int *h, int x) { atomicAdd(&h[x], 1); }

__global__ void reads(int *a, int *b) {
  int i = threadIdx.x;
  atomicAdd(&a[i & 7], 1);
  b[i] = a[3];
}

__global__ void ordered(unsigned *a) {
  atomicInc(&a[threadIdx.x & 7], 5);
}

__global__ void used(int *a, int *b) {
  b[threadIdx.x] = atomicAdd(&a[threadIdx.x & 7], 1);
}

__global__ void watched(int *a) {
  atomicAdd_system(&a[threadIdx.x & 7], 1);
}

__global__ void calls(int *a) {
  tally(a, threadIdx.x & 7);
}

__global__ void aliased(int *a) {
  int *c = a + 3;
  atomicAdd(&c[threadIdx.x & 7], 1);
}

__global__ void kinds(int *a) {
  atomicAdd(&a[threadIdx.x & 7], 1);
  atomicMax(&a[threadIdx.x & 7], 1);
}

__global__ void inexact(float *f) {
  atomicAdd(&f[threadIdx.x & 7], 1.5f);
}

__global__ void moves(int *a) {
  a += 3;
  atomicAdd(&a[threadIdx.x & 7], 1);
}

__global__ void overlaps(int *a, int *b) {
  atomicAdd(&a[threadIdx.x & 7], b[b[threadIdx.x]]);
}

__global__ void frozen(volatile int *a) {
  atomicAdd((int *)&a[threadIdx.x & 7], 1);
}

__global__ void leaves(int *a, int *b) {
  if (b[threadIdx.x] > 0) {
    b[threadIdx.x] = 0;
    return;
  }
  atomicAdd(&a[threadIdx.x & 7], 1);
}

__global__ void unbounded(int *a, const int *__restrict__ b) {
  atomicAdd(&a[b[threadIdx.x]], 1);
}

__global__ void shifted(int *a, int *b) {
  atomicAdd(&a[b[threadIdx.x]], 1);
}

__global__ void large(int *a, int *b) {
  atomicAdd(&a[b[threadIdx.x] & 65535], 1);
}

int main(int argc, char **argv) {
  int *a, *b, *c;
  unsigned *u;
  float *f;
  cudaMalloc(&a, 4096 * sizeof(int));
  cudaMalloc(&b, 4096 * sizeof(int));
  cudaMalloc(&c, 4096 * sizeof(int));
  cudaMalloc(&u, 4096 * sizeof(unsigned));
  cudaMalloc(&f, 4096 * sizeof(float));
  reads<<<8, 64>>>(a, b);
  ordered<<<8, 64>>>(u);
  used<<<8, 64>>>(a, b);
  watched<<<8, 64>>>(a);
  calls<<<8, 64>>>(a);
  aliased<<<8, 64>>>(a);
  kinds<<<8, 64>>>(a);
  inexact<<<8, 64>>>(f);
  moves<<<8, 64>>>(a);
  overlaps<<<8, 64>>>(a, a + 8);
  frozen<<<8, 64>>>(a);
  leaves<<<8, 64>>>(a, b);
  unbounded<<<8, 64>>>(argv[1] ? a : c, b);
  shifted<<<8, 64>>>(a + argc, b);
  large<<<8, 64>>>(a, b);
}
//--- plan.yaml
kernels:
  - kernel: reads
    privatise: [ a ]
  - kernel: ordered
    privatise: [ a ]
  - kernel: used
    privatise: [ a ]
  - kernel: watched
    privatise: [ a ]
  - kernel: calls
    privatise: [ a ]
  - kernel: aliased
    privatise: [ a ]
  - kernel: kinds
    privatise: [ a ]
  - kernel: inexact
    privatise: [ f ]
  - kernel: moves
    privatise: [ a ]
  - kernel: overlaps
    privatise: [ a ]
  - kernel: frozen
    privatise: [ a ]
  - kernel: leaves
    privatise: [ a ]
  - kernel: unbounded
    privatise: [ a ]
  - kernel: shifted
    privatise: [ a ]
  - kernel: large
    privatise: [ a ]
//--- unknown.yaml
kernels:
  - kernel: reads
    privatise: [ b ]
