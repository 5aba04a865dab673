// Types that a kernel gives a name, in statements that are spread over several
// outputs of a thread: in casts, as functions, as arguments of templates, in
// the bodies of macros; and variables of the same name with different types.
// RUN: %meaning %s --options=--start=1
// PRINTS: 24827 1.04727e+08 6214.5 2.62135e+07 24827 1.04727e+08 22 90112
#include <cstdio>
#include <vector>
#define AS(type, value) ((type)(value))
#define LIKE_X(value) ((decltype(x))(value))
#define HALF(value) (decltype(sum)(value) / 2)

template <typename T> struct Id {
  typedef T type;
};
template <typename T, typename U> struct Wider {
  typedef decltype(T() + U()) type;
};

__global__ void named(const float *a, float *b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    using Sum = decltype(a[0] + 0);
    typedef unsigned int Count;
    Sum sum = Sum();
    for (Count k = Count(0); k < Count(n); k += (Count)1)
      sum += (Sum)a[y * n + k] * Id<Sum>::type(a[k * n + x]);
    Sum last = Sum{sum} + Count{7} + Count();
    b[y * n + x] = decltype(x)(last) + AS(decltype(y), 1.5) + LIKE_X(2.5) +
                   HALF(sizeof sum / sizeof(Sum)) + 0.5f;
  }
}

template <typename T, int R> __global__ void wide(const T *a, T *b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    using W = typename Wider<T, int>::type;
    W sum = W();
    for (decltype(n) k = 0; k < n; k++)
      sum += (W)a[y * n + k] * (decltype(sum))a[k * n + x] / sizeof(sum);
    decltype(sum + 1) more = sum + R;
    b[y * n + x] = static_cast<decltype(more)>(more) + W(x) - (W)x +
                   (decltype(sum * W()))1.5 + sizeof(decltype(x)) +
                   noexcept(sum + W()) + AS(decltype(x), 1.5);
  }
}

template <typename T> __global__ void constant(const T *a, T *b, int n) {
  using I = decltype(n);
  const I x = blockIdx.x * blockDim.x + threadIdx.x,
          y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    using S = T;
    S sum = S(0);
    for (I k = 0; k < n; k += (I)1)
      sum += (S)a[y * n + k] * typename Id<S>::type(1) * a[k * n + x];
    typename Id<decltype(sum)>::type more = sum;
    b[y * n + x] = (decltype(sum + S()))more + (S)sizeof(more) +
                   static_cast<decltype(x)>(1.5) + alignof(S) + 2;
  }
}

__global__ void hidden(const float *a, float *b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    double sum = 0;
    {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[y * n + k] * a[k * n + x];
      decltype(sum) third = (decltype(sum))(1.0 / 3) + sizeof sum;
      b[y * n + x] = (double)third * 3;
    }
    for (int k = 0; k < n; k++)
      sum += a[y * n + k] * a[k * n + x];
    b[y * n + x] += (decltype(sum))(1.0 / 3) * 3 + sizeof(sum);
  }
}

int main(int argc, char **) {
  int n = 64 * argc;
  std::vector<float> v(n * n);
  for (int i = 0; i < n * n; i++)
    v[i] = i % 41;
  float *a, *b;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMemcpy(a, v.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  dim3 grid((n + 15) / 16, (n + 15) / 16), block(16, 16);
  auto print = [&] {
    cudaMemcpy(v.data(), b, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float f : v)
      sum += f;
    printf("%g %g ", v[5 * n + 7], sum);
  };
  named<<<grid, block>>>(a, b, n);
  print();
  wide<float, 3><<<grid, block>>>(a, b, n);
  print();
  constant<<<grid, block>>>(a, b, n);
  print();
  hidden<<<grid, block>>>(a, b, n);
  print();
  cudaFree(a);
  cudaFree(b);
}
