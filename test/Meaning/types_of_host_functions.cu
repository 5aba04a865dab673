// Types that functions and classes of the host name for themselves, where what
// has these types is allocated, copied and launched with.
// RUN: %meaning %s
// PRINTS: 160 12.5 10 12 14 11 12 13
#include <cstdio>
#include <cstdlib>

__global__ void scale(float *a, double by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] *= by;
}

__global__ void add(float *a, int by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] += by;
}

void local(int n) {
  typedef float Element;
  using Size = decltype(sizeof(Element) * n);
  Element *x;
  decltype(n) m = n;
  decltype(x) y;
  cudaMallocManaged(&x, Size(n) * sizeof(Element));
  cudaMallocManaged(&y, Size(n) * sizeof(*y));
  for (decltype(m) i = 0; i < m; i++)
    x[i] = y[i] = i;
  for (decltype(m) i = 0; i < 5; i++)
    scale<<<(m + 63) / 64, 64>>>(x, (decltype(m))2.5, m);
  scale<<<(m + 63) / 64, 64>>>(y, decltype(x[0] + 0)(2.5), (decltype(m))m);
  cudaDeviceSynchronize();
  printf("%g %g ", x[5], y[5]);
  cudaFree(x);
  cudaFree(y);
}

void inBlocks() {
  const int n = 100;
  float *x, *y, *own, *v = (float *)malloc(n * sizeof(float));
  {
    typedef float Element;
    typedef unsigned long Size;
    cudaMallocManaged(&x, Size(n) * sizeof(Element));
    decltype(n) m = n;
    cudaMallocManaged(&y, sizeof(*x) * (decltype(m))n);
    cudaMalloc(&own, m * sizeof(Element));
    for (int i = 0; i < n; i++)
      v[i] = x[i] = y[i] = i;
    cudaMemcpy(own, v, (decltype(m))n * sizeof(Element),
               cudaMemcpyHostToDevice);
  }
  scale<<<(n + 63) / 64, 64>>>(x, 2, n);
  scale<<<(n + 63) / 64, 64>>>(y, 2, n);
  auto launch = [&](int count, decltype(own) with) {
    decltype(count) half = count / 2;
    for (decltype(half) i = 0; i < 1; i++)
      scale<<<(half + 63) / 64, 64>>>(with, decltype(half)(2), half);
  };
  launch(n, own);
  cudaDeviceSynchronize();
  cudaMemcpy(v, own, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %g ", x[5], y[6], v[7]);
  cudaFree(x);
  cudaFree(y);
  cudaFree(own);
  free(v);
}

float *outside;

struct Sim {
  using Value = float;
  typedef unsigned Count;
  Value *a;
  static float *all;
  void start() {
    cudaMallocManaged(&a, Count(64) * sizeof(Value));
    cudaMallocManaged(&outside, Count(64) * sizeof(Value));
    cudaMallocManaged(&all, Count{64} * sizeof(Value));
  }
  void run() {
    for (Count r = 0; r < 3; r++) {
      using Whole = int;
      decltype(r) copy = 2;
      add<<<(Whole)1, Count(64)>>>(a, (Whole)2.5, (decltype(copy))64);
      add<<<(Whole)1, Count(64)>>>(outside, (decltype(copy))2, (Count)64);
      add<<<(Whole)1, Count(64)>>>(all, (Whole)2.5, sizeof(copy) * 16);
    }
  }
};
float *Sim::all;

int main() {
  local(100);
  inBlocks();
  Sim s;
  s.start();
  for (int i = 0; i < 64; i++)
    s.a[i] = outside[i] = Sim::all[i] = i;
  s.run();
  cudaDeviceSynchronize();
  printf("%g %g %g\n", s.a[5], outside[6], Sim::all[7]);
  cudaFree(s.a);
  cudaFree(outside);
  cudaFree(Sim::all);
}
