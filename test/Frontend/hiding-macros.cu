// Macros of the program that would give another meaning to inserted code.
// RUN: %tessera --cuda-path=none -o %t.cu %s -- -DBARRIER 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BARRIER
// RUN: %tessera --cuda-path=none -o %t.cu %s -- -DMEMBER 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MEMBER
// RUN: %tessera --cuda-path=none -o %t.cu %s -- -DFUNCTION 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUNCTION
// RUN: %tessera --cuda-path=none -o %t.cu %s -- -DCOPY 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COPY
#ifdef BARRIER
#define __syncthreads() count_barrier()
#endif
#ifdef MEMBER
#define y 1
#endif
#ifdef FUNCTION
#define y(i) a[i]
#endif
#ifdef COPY
#define cudaMemcpy(to, from, bytes, kind) copy(to, from, bytes)
#endif
// BARRIER: remark: kernel 'sum' not changed: inserted code would use '__syncthreads', which is a macro of the program [tessera-unsupported-statement]
// MEMBER: remark: kernel 'sum' not changed: inserted code would use 'y', which is a macro of the program [tessera-unsupported-statement]
// FUNCTION: remark: staged 'a' in shared memory
// COPY: remark: 'total' is placed in managed memory: inserted code would use 'cudaMemcpy', which is a macro of the program [tessera-kept-managed]
// COPY: remark: staged 'a' in shared memory
__global__ float total[64];
__global__ void sum(float *b, const float *a) {
  float s = 0;
  for (int k = 0; k < 64; k++)
    s += a[k] * a[threadIdx.x];
  b[blockIdx.x * 64 + threadIdx.x] = s;
}
__global__ void add(const float *b) { total[threadIdx.x] += b[threadIdx.x]; }
int main() {
  float *a, *b;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&b, 6400 * sizeof(float));
  sum<<<100, 64>>>(b, a);
  add<<<1, 64>>>(b);
  return total[3] > 1;
}
