// Pitfall 17: more shared, constant or local memory than there is.
// RUN: not %tessera-run -DSHARED=12289 %s 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not %tessera-run -DCONSTANT=16385 %s 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not %tessera-run -DLOCAL=2000000 %s 2>&1 | FileCheck %s --check-prefix=LOCAL
#ifndef SHARED
#define SHARED 1
#endif
#ifndef CONSTANT
#define CONSTANT 1
#endif
#ifndef LOCAL
#define LOCAL 1
#endif

// CONSTANT: error: with 'c' ({{.*}}17-sizes.cu:[[@LINE+1]]:20) the program has 65540 bytes of constant memory; 65536 are possible [constant-memory-limit]
__constant__ float c[CONSTANT];

__global__ void k(float *a, int n) {
  // SHARED: :[[@LINE+1]]:{{[0-9]+}}: error: kernel 'k' declares 49156 bytes of shared memory; 49152 are possible [shared-memory-limit]
  __shared__ float s[SHARED];
  volatile float local[LOCAL];
  local[n] = s[0] = c[n];
  a[0] = local[0] + s[0];
}

int main() {
  float *a;
  cudaMalloc(&a, sizeof(float));
  // LOCAL: :[[@LINE+1]]:4: error: a thread needs more than 1024 KiB of stack in kernel 'k', thread (0,0,0) of block (0,0,0) [stack-overflow]
  k<<<1, 1>>>(a, 0);
  cudaDeviceSynchronize();
}
