// An array of rows is passed as a pointer to its elements also by a launch that
// leaves out arguments.

// RUN: %tessera -q --cuda-path=none --no-tiles %s | FileCheck %s

__global__ float a[16][32];

__global__ void fill(float *x, int first = 0) {
  x[blockIdx.x * 32 + threadIdx.x] = first;
}

// CHECK: {{^}}  fill<<<16, 32>>>(a_dev[0]);
int main() {
  fill<<<16, 32>>>(a);
  return a[3][5] != 2;
}
