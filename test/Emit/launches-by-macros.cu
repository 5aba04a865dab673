// A launch that a macro makes of its arguments, or makes twice, stays as it is:
// the kernel itself chooses its versions, for all launches. It gets no more of
// them than leave room for as many blocks.

// RUN: %tessera --cuda-path=none --no-transfers --gpu=tesla-c1060 %s 2>&1 | FileCheck %s

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define TWICE(call) call; call

// CHECK: static __device__ __noinline__ void window_64(
// CHECK: void window_128(
// CHECK: __global__ void window(
// CHECK-NEXT: // These blocks stage tiles.
// CHECK-NEXT: if (blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1 &&
// CHECK-NEXT: gridDim.x
// CHECK-NEXT: window_64(x, y);
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK-NEXT: if (blockDim.x == 128
// CHECK-NOT: blockDim.x == 256
// CHECK: {{^}}void run(
__global__ void window(float *__restrict__ x, const float *__restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += y[i + k];
  x[i] = sum;
}

// CHECK-NEXT: {{^}}  LAUNCH(window, 8, 64, x, y);
// CHECK-NEXT: {{^}}  TWICE((window<<<8, 128>>>(x, y)));
// CHECK-NEXT: {{^}}  window<<<8, 256>>>(x, y);
void run(float *x, const float *y) {
  LAUNCH(window, 8, 64, x, y);
  TWICE((window<<<8, 128>>>(x, y)));
  window<<<8, 256>>>(x, y);
}
