// A launch does not choose between kernels of a name that has several: it would
// have to say which one it means.

// RUN: %tessera --cuda-path=none --no-transfers --gpu=tesla-c1060 %s 2>&1 | FileCheck %s

__global__ void window(double *x) { x[threadIdx.x] = 0; }

// CHECK: remark: kernel 'window' not changed: its launches cannot test {{.*}} [tessera-launch-not-testable]
__global__ void window(float *x, const float *y, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (unsigned k = 0; k < 32; k++)
    sum += y[i + k * n];
  x[i] = sum;
}

// CHECK: {{^}}  window<<<8, 64>>>(x, y, n);
void run(float *x, const float *y, double *z, unsigned n) {
  window<<<8, 64>>>(z);
  window<<<8, 64>>>(x, y, n);
}
