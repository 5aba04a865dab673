// One text of a launch, with other blocks and other instances each time: what a
// function that starts versions can tell apart, and what it cannot.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -std=c++17 -Werror all-warnings -c %t.cu -o %t.o %}
// SAME: same:
#include <cstdio>

// Other files may have other versions of a template.
// CHECK:      static __global__ void distances_64(
// CHECK:      static __global__ void distances_128(
// CHECK:      static void launch_distances(dim3 grid, dim3 block,
// CHECK:        if constexpr (std::is_same<T, float>::value) {
// CHECK:          tiles_fit4 = tiles_may_fit && block.x == 128 &&
// CHECK:          tiles_fit3 = tiles_fit4 && n % 4 == 0 &&
// CHECK:          tiles_fit2 = tiles_may_fit && block.x == 64 &&
// CHECK:          tile_grid = (tiles_fit2 || tiles_fit3 || tiles_fit4)
// CHECK:          distances_64<T>
// CHECK:          distances_128<T>
// CHECK-NOT:    is_same<T, Behind>
template <typename T>
__global__ void distances(const T *a, T *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T sum = 0;
    for (int k = 0; k < n; ++k)
      sum += (a[k] - a[i]) * (a[k] - a[i]);
    c[i] = sum;
  }
}

template <typename T> struct Memory {
  T *A, *C;
  int N;
  explicit Memory(int n) : N(n) {
    cudaMallocManaged(&A, n * sizeof(T));
    cudaMallocManaged(&C, n * sizeof(T));
    for (int i = 0; i < n; ++i)
      A[i] = T(i % 7);
  }
  void show() {
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < N; ++i)
      sum += double(C[i]) * (i % 5 + 1);
    printf("%.1f\n", sum);
    cudaFree(A);
    cudaFree(C);
  }
};

// A type that has no name where such a function would stand.
struct Behind {
  float V;
  Behind() = default;
  __host__ __device__ Behind(int v) : V(v) {}
  __host__ __device__ Behind operator-(Behind b) const { return make(V - b.V); }
  __host__ __device__ Behind operator*(Behind b) const { return make(V * b.V); }
  __host__ __device__ void operator+=(Behind b) { V += b.V; }
  explicit operator double() const { return V; }
  static __host__ __device__ Behind make(float v) {
    Behind b(0);
    b.V = v;
    return b;
  }
};

// CHECK: launch_distances<T>((n + B - 1) / B, B, m.A, m.C, n);
template <typename T, int B> void run(int n) {
  Memory<T> m(n);
  distances<T><<<(n + B - 1) / B, B>>>(m.A, m.C, n);
  m.show();
}

// CHECK:      static void launch_sums(
// CHECK:        if constexpr (std::is_same<T, float>::value && R == 3 &&
// CHECK-NEXT:                 (std::is_same<decltype(R), int>::value ||
// CHECK-NEXT:                  std::is_same<decltype(R), long long>::value)) {
// CHECK:        } else if constexpr (std::is_same<T, double>::value &&
// CHECK-NEXT:                        std::is_same<decltype(R), long long>::value &&
// CHECK-NEXT:                        R == (-9223372036854775807LL - 1)) {
template <typename T, auto R>
__global__ void sums(const T *a, T *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T sum = R > 0 ? 0 : 1;
    for (int k = 0; k < n; ++k)
      sum += (a[k] - a[i]) * (a[k] - a[i]);
    c[i] = sum;
  }
}

template <typename T, auto R> void sum(int n) {
  Memory<T> m(n);
  sums<T, R><<<(n + 127) / 128, 128>>>(m.A, m.C, n);
  m.show();
}

// A name of a type that means another one where the kernel is.
// CHECK-NOT: is_same<P, P>
struct P {
  float X;
};
namespace other {
struct P {
  float X, Y;
};
template <typename V> __global__ void squares(const V *a, float *c, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += (a[k].X - a[i].X) * (a[k].X - a[i].X);
    c[i] = sum;
  }
}
// CHECK:     static void launch_squares(
// CHECK-NOT: is_same<V, P>
// CHECK:     is_same<V, other::P>
} // namespace other
template <typename V> void square(int n) {
  Memory<float> m(n);
  V *a;
  cudaMallocManaged(&a, n * sizeof(V));
  for (int i = 0; i < n; ++i)
    a[i].X = i % 3;
  other::squares<V><<<(n + 127) / 128, 128>>>(a, m.C, n);
  m.show();
  cudaFree(a);
}

// A copy of its parameter is seen: one more would be, too.
// CHECK-NOT: launch_scaled
// CHECK-NOT: scaled_tiled
static int Copies = 0;
struct Counted {
  float By;
  explicit Counted(float by) : By(by) {}
  Counted(const Counted &other) : By(other.By) { ++Copies; }
};
template <typename T>
__global__ void scaled(const T *a, T *c, int n, Counted by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T sum = 0;
    for (int k = 0; k < n; ++k)
      sum += (a[k] - a[i]) * (a[k] - a[i]);
    c[i] = sum;
  }
}
template <typename T> void scale(int n) {
  Memory<T> m(n);
  if (n > 1000000) // a copy on the host has no place in a kernel
    scaled<T><<<(n + 127) / 128, 128>>>(m.A, m.C, n, Counted(2));
  m.show();
}

// Nor can what only friends may use be asked for elsewhere.
// CHECK-NOT: launch_traces
template <typename T> class Matrix;
template <typename T> __global__ void traces(Matrix<T> m, const T *a, T *c);
template <typename T> class Matrix {
  int N;

public:
  explicit Matrix(int n) : N(n) {}
  friend __global__ void traces<T>(Matrix<T> m, const T *a, T *c);
};
template <typename T> __global__ void traces(Matrix<T> m, const T *a, T *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m.N) {
    T sum = 0;
    for (int k = 0; k < m.N; ++k)
      sum += (a[k] - a[i]) * (a[k] - a[i]);
    c[i] = sum;
  }
}
template <typename T> void trace(int n) {
  Memory<T> m(n);
  traces<<<(n + 127) / 128, 128>>>(Matrix<T>(n), m.A, m.C);
  m.show();
}

int main() {
  run<float, 64>(300);
  run<float, 128>(257);
  run<Behind, 64>(150);
  sum<float, 3>(200);
  sum<float, 3LL>(210);
  sum<double, (-9223372036854775807LL - 1)>(220);
  scale<float>(90);
  scale<double>(70);
  trace<float>(130);
  trace<double>(140);
  square<P>(160);
  square<other::P>(170);
}
