// Launches that start several kernels: one for each kernel, which stays as it
// is, or becomes a call with others of its text.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
template <typename T> __global__ void add(T *x, T y) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += y;
}
__global__ void next(int *x) { x[threadIdx.x] += 1; }
__global__ void last(int *x) { x[threadIdx.x] -= 1; }
__global__ void kept(int *x) { x[threadIdx.x] -= 2; }

template <typename T, int N> void start(T *x) {
  add<<<2, N>>>(x, T(1));
  next<<<1, 32>>>(0);
}

void (*global)(int *);

int main() {
  int *x;
  float *y;
  cudaMalloc(&x, 4096);
  cudaMalloc(&y, 4096);
  start<int, 64>(x);
  start<float, 128>(y);
  void (*kernel)(int *) = &next;
  if (x)
    kernel = last;
  kernel<<<3, 96>>>(x);
  void (*lost)(int *) = kept;
  global = lost;
  lost<<<1, 1>>>(x);
}
// CHECK: kernel add<int>
// CHECK: kernel add<float>
// CHECK: kernel next
// CHECK: kernel last
// CHECK: kernel kept
// CHECK: launch of kernel2 in start: grid 1x1x1 block 32x1x1{{$}}
// CHECK: launch of kernel0 in start: grid 2x1x1 block 64x1x1, with others
// CHECK: launch of kernel1 in start: grid 2x1x1 block 128x1x1, with others
// CHECK: launch of kernel2 in main: grid 3x1x1 block 96x1x1, through a pointer
// CHECK: launch of kernel3 in main: grid 3x1x1 block 96x1x1, through a pointer
// CHECK-NOT: launch of kernel4
