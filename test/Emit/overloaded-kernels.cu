// Each of several kernels of one name is rewritten where it stands, and is
// checked by itself.

// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 %s | FileCheck %s

// CHECK: {{^}}__global__ void window(double *x) {
// CHECK-NEXT: {{^}}  x[threadIdx.x] = 0;
__global__ void window(double *x) {
  x[threadIdx.x] = 0;
}

// CHECK: {{^}}__global__ void window(float *__restrict__ x, const float *__restrict__ y) {
// CHECK: {{^}}    sum += y_tile
__global__ void window(float *__restrict__ x, const float *__restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += y[i + k];
  x[i] = sum;
}

// CHECK: {{^}}  window<<<8, 64>>>(z);
// CHECK-NEXT: {{^}}  window<<<8, 64>>>(x, y);
void run(float *x, const float *y, double *z) {
  window<<<8, 64>>>(z);
  window<<<8, 64>>>(x, y);
}
