// A launch that a macro makes of its arguments, or makes twice, stays as it is:
// it starts the user's kernel, others its versions.

// RUN: %tessera --cuda-path=none --no-transfers --gpu=tesla-c1060 %s 2>&1 | FileCheck %s

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define TWICE(call) call; call

// CHECK: kernel 'window' not changed for launches {{.*}} [tessera-launch-is-shared]
__global__ void window(float *__restrict__ x, const float *__restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += y[i + k];
  x[i] = sum;
}

// CHECK-LABEL: {{^}}void run(
// CHECK-NEXT: {{^}}  LAUNCH(window, 8, 64, x, y);
// CHECK-NEXT: {{^}}  TWICE((window<<<8, 128>>>(x, y)));
// CHECK-NEXT: {{^}}  window_256<<<8, 256>>>(x, y);
void run(float *x, const float *y) {
  LAUNCH(window, 8, 64, x, y);
  TWICE((window<<<8, 128>>>(x, y)));
  window<<<8, 256>>>(x, y);
}
