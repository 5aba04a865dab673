// RUN: not %tessera --cuda-path=none %s -- 2>&1 | FileCheck %s
// CHECK: shared variable 'a' cannot be placed: a launch in a template may use it
__global__ int a[64];
__global__ void next(int *x) { x[threadIdx.x] += 1; }
template <class T> void again(T n) {
  for (T i = 0; i < n; i++)
    next<<<1, 64>>>(a);
}
int main() { again(2); }
