// A conversion function may launch.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
// CHECK: launch of kernel0 in operator bool: grid 2x1x1 block 32x1x1
__global__ void one(int *x) { x[threadIdx.x] = 1; }
struct Step {
  int *x;
  operator bool() {
    one<<<2, 32>>>(x);
    return true;
  }
};
int main() {
  int *x;
  cudaMalloc(&x, 1024);
  return Step{x} ? 0 : 1;
}
