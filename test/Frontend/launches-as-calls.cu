// A launch whose text starts several instances may become a call where that
// evaluates the same: what a launch has before its arguments does not depend on
// these, parameters have names, and the kernel stands before it.
// RUN: %tessera --cuda-path=none --print=model %s | grep '^launch of' | FileCheck %s
template <typename T> __global__ void k(T *a, int n) { a[n] = n; }
template <typename T> __global__ void unnamed(T *a, int) { a[0] = 0; }
template <typename T> __global__ void late(T *a);

int next(int *n);

template <typename T> void run(T *a, int n) {
  dim3 grid(n);
  const int threads = 64;
  // CHECK:      in run: grid ?x1x1 block 64x1x1, with others
  k<T><<<grid, threads>>>(a, n);
  // CHECK-NEXT: in run: grid 1x1x1 block 64x1x1, with others
  k<T><<<1, threads>>>(a, next(&n));
  // CHECK-NEXT: in run: grid {{.*}}, fixed
  k<T><<<grid, threads>>>(a, next(&n));
  // CHECK-NEXT: in run: grid {{.*}}, fixed
  k<T><<<n++, threads>>>(a, n);
  // CHECK-NEXT: in run: grid {{.*}}, fixed
  k<T><<<next(&n), threads>>>(a, n);
  // CHECK-NEXT: in run: grid {{.*}}, fixed
  unnamed<T><<<grid, threads>>>(a, n);
  // CHECK-NEXT: in run: grid {{.*}}, fixed
  late<T><<<grid, threads>>>(a);
}
template <typename T> __global__ void late(T *a) { a[0] = 0; }
// The same once more for double.
// CHECK-COUNT-2: with others
// CHECK-COUNT-5: fixed

int main() {
  run<float>(nullptr, 5);
  run<double>(nullptr, 5);
}
