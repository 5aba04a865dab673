// `a + 1` as a parameter `T *` counts elements, by the simple memory model's
// rule for programs that C++ rejects. Where C++ accepts the program, it means
// what C++ says, and that deserves a warning.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
__global__ int a[8][8];

__global__ void untyped(void *x) { ((int *)x)[threadIdx.x] += 1; }
template <typename T> __global__ void deduced(T x) { x[0][threadIdx.x] += 1; }
__global__ void rows(int (*x)[8]) { x[0][threadIdx.x] += 1; }
__global__ void elements(int *x) { x[threadIdx.x] += 1; }

int main() {
  // CHECK: :[[@LINE+1]]:21: warning: 'a' counts rows here, as C++ says, and not elements: the parameter does not fix the element type [tessera-pointer-counts-rows]
  untyped<<<1, 8>>>(a + 1);
  // CHECK: :[[@LINE+1]]:21: warning: 'a' counts rows here, as C++ says, and not elements: the parameter does not fix the element type [tessera-pointer-counts-rows]
  deduced<<<1, 8>>>(a + 2);
  // These leave no doubt.
  // CHECK-NOT: pointer-counts-rows
  rows<<<1, 8>>>(a + 3);
  elements<<<1, 8>>>(a + 4);
  untyped<<<1, 8>>>(a);
  untyped<<<1, 8>>>(a[1] + 1);
}
