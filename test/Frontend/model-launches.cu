// Sizes of launches, through constants, variables and every spelling of dim3.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
#define BS 16
const int Q = 8;
__global__ void one(int *x) { x[threadIdx.x] = 1; }
__global__ void two(int *x, int n) { x[threadIdx.x] = n; }

int main(int argc, char **argv) {
  int *x, *y;
  cudaMalloc(&x, 1024);
  cudaMalloc(&y, 1024);
  // CHECK: launch of kernel0 in main: grid 4x1x1 block 32x1x1
  // CHECK-NEXT: x -> x
  one<<<4, 32>>>(x);
  // CHECK: launch of kernel0 in main: grid 4x2x1 block 16x8x1
  one<<<dim3(4, 2), dim3(BS, Q)>>>(x);
  // CHECK: launch of kernel0 in main: grid 3x5x1 block 16x8x2
  // CHECK-NEXT: y -> y
  dim3 grid(3, 5), block(BS, Q, 2);
  one<<<grid, block>>>(y);
  // CHECK: launch of kernel0 in main: grid 4x1x1 block 32x1x1
  int n = 32;
  dim3 c(n);
  one<<<n / 8, c>>>(x);
  // CHECK: launch of kernel1 in main: grid ?x1x1 block 64x1x1
  // CHECK-NEXT: x -> x
  // CHECK-NEXT: m = 64
  const int m = 64;
  dim3 d = dim3(m, 1, 1);
  two<<<(argc + 31) / 32, d, 128>>>(x, m);
  // CHECK: launch of kernel1 in main: grid 1x1x1 block 2x3x4
  // CHECK-NEXT: y -> y
  // CHECK-NEXT: argc{{$}}
  dim3 e{2, 3, 4};
  two<<<1, e, 0, nullptr>>>(y, argc);
  // CHECK: launch of kernel0 in main: grid 1x1x1 block 5x1x1
  auto f = dim3(5);
  one<<<1, f>>>(x);
  // CHECK: launch of kernel0 in main: grid 1x1x1 block 9x9x1
  constexpr dim3 h(9, 9);
  one<<<1, h>>>(x);

  // Variables have the value that they got last.
  // CHECK: launch of kernel0 in main: grid 1x1x1 block 4x1x1
  dim3 b;
  b.x = 4;
  one<<<1, b>>>(x);
  // CHECK: launch of kernel0 in main: grid 1x1x1 block 33x1x1
  int o = 32;
  o = 33;
  one<<<1, o>>>(x);
  // CHECK: launch of kernel0 in main: grid 1x1x1 block 7x1x1
  dim3 g(6);
  g = dim3(7);
  one<<<1, g>>>(x);
  // CHECK: launch of kernel0 in main: grid 1x1x1 block 8x8x1
  g.x = g.y = o - 25;
  if (argc > 1)
    one<<<1, g>>>(x);
  // Not where one of several may have been it.
  // CHECK: launch of kernel0 in main: grid 1x1x1 block ?x?x?
  if (argc > 2)
    g.x = 9;
  one<<<1, g>>>(x);
  // CHECK: launch of kernel0 in main: grid 1x1x1 block ?x1x1
  for (int k = 0; k < 2; ++k) {
    one<<<1, o>>>(x);
    o = 34;
  }
  // CHECK: launch of kernel0 in main: grid 1x1x1 block ?x?x?
  dim3 q(3), &r = q;
  r.x = 5;
  one<<<1, q>>>(x);
  // CHECK: launch of kernel0 in main: grid 1x1x1 block ?x?x?
  static dim3 w(2);
  one<<<1, w>>>(x);
}
