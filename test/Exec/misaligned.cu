// An access of a vector needs an address that is a multiple of its size: a copy
// of the whole, also in a macro, a member, a scalar. So does what is assumed.
// RUN: %tessera-run -DOFFSET=4 -DCASE=1 %s
// RUN: not %tessera-run -DOFFSET=1 -DCASE=1 %s 2>&1 | FileCheck %s -DA=16
// RUN: not %tessera-run -DOFFSET=1 -DCASE=2 %s 2>&1 | FileCheck %s -DA=16
// RUN: not %tessera-run -DOFFSET=1 -DCASE=3 %s 2>&1 | FileCheck %s -DA=16
// RUN: not %tessera-run -DOFFSET=1 -DCASE=4 %s 2>&1 | FileCheck %s -DA=8
// RUN: not %tessera-run -DOFFSET=1 -DCASE=5 %s 2>&1 | FileCheck %s -DA=8
// RUN: %tessera-run -DOFFSET=4 -DCASE=6 %s
// RUN: not %tessera-run -DOFFSET=1 -DCASE=6 %s 2>&1 | FileCheck %s -DA=16
#define FLOAT4(P) (reinterpret_cast<float4 *>(&(P))[0])

__global__ void k(float *a, int offset) {
  float *p = a + offset;
  // CHECK: misaligned.cu:{{[0-9]+}}:{{[0-9]+}}: error: thread (0,0,0) of block (0,0,0) in kernel 'k' accesses 'a' at byte 4, where an address that is a multiple of [[A]] is needed [misaligned-access]
#if CASE == 1
  float4 v = *(float4 *)p;
#elif CASE == 2
  float4 v = ((float4 *)p)[1 - offset];
#elif CASE == 3
  float4 v = FLOAT4(*p);
#elif CASE == 4
  float2 v;
  v.x = ((float2 *)p)->y;
#elif CASE == 6
  float1 v;
  v.x = *(float *)__builtin_assume_aligned(p, 16);
#else
  float1 v;
  v.x = *(double *)p;
#endif
  a[0] = v.x;
}

int main() {
  float *a;
  cudaMallocManaged(&a, 128);
  k<<<1, 1>>>(a, OFFSET);
  cudaDeviceSynchronize();
}
