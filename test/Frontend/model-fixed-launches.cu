// Launches that start several kernels: one for each kernel, which stays as it
// is.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
template <typename T> __global__ void add(T *x, T y) { x[threadIdx.x] += y; }
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
// CHECK-DAG: launch of add{{.*}} grid 2 block 64, fixed
// CHECK-DAG: launch of add{{.*}} grid 2 block 128, fixed
// CHECK-DAG: launch of next{{.*}} grid 1 block 32
// CHECK-DAG: launch of next{{.*}} grid 3 block 96, through a pointer
// CHECK-DAG: launch of last{{.*}} grid 3 block 96, through a pointer
// CHECK-NOT: launch of kept
