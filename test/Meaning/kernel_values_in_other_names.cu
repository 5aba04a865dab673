// Locals of a kernel that get other values through casts, references, closures
// and objects: subscripts, bounds and steps are what they are then.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=x:shared
// PRINTS: 5259529 5260303 5263372 5264384 2630646 1840371 3154191 7628047
#include <stdio.h>
#define N 256
__global__ int x[2 * N];
__global__ int y[N];

struct Moves {
  int &k;
  __device__ Moves(int &k) : k(k) {}
  __device__ void by(int n) { k += n; }
};
struct Puts {
  __device__ void operator()(int &k, int n) const { k += n; }
};

__global__ void by_cast(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i, s = 0;
  (int &)at += 1;
  for (int k = 0; k < 20; ++k)
    s += x[at + k];
  y[i] = s;
}
__global__ void by_closure(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i, s = 0;
  auto move = [](int &k, int n) { k += n; };
  move(at, 2);
  for (int k = 0; k < 20; ++k)
    s += x[at + k];
  y[i] = s;
}
__global__ void by_object(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i, s = 0;
  Moves moves(at);
  moves.by(1);
  moves.by(2);
  for (int k = 0; k < 20; ++k)
    s += x[at + k];
  y[i] = s;
}
__global__ void by_choice(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i, s = 0;
  (i >= 0 ? at : s) += 4;
  for (int k = 0; k < 20; ++k)
    s += x[at + k];
  y[i] = s;
}
__global__ void step_by_closure(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  auto move = [](int &k, int n) { k += n; };
  for (int k = 0; k < 20; ++k) {
    s += x[i + k];
    move(k, 1);
  }
  y[i] = s;
}
__global__ void step_by_functor(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = 0; k < 20; Puts()(k, 3))
    s += x[i + k];
  y[i] = s;
}
__global__ void end_by_closure(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, n = 20;
  auto move = [&n](int by) { n += by; };
  for (int k = 0; k < n; ++k) {
    s += x[i + k];
    if (k == 3)
      move(-8);
  }
  y[i] = s;
}
__global__ void end_by_object(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, n = 20;
  Moves moves(n);
  for (int k = 0; k < n; ++k) {
    s += x[i + k];
    if (k == 3)
      moves.by(9);
  }
  y[i] = s;
}

static void sum() {
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += (long)y[i] * (i + 1);
  printf("%ld ", all);
}

int main() {
  for (int i = 0; i < 2 * N; ++i)
    x[i] = 3 * i % 17;
  by_cast<<<N / 64, 64>>>(x, y);
  sum();
  by_closure<<<N / 64, 64>>>(x, y);
  sum();
  by_object<<<N / 64, 64>>>(x, y);
  sum();
  by_choice<<<N / 64, 64>>>(x, y);
  sum();
  step_by_closure<<<N / 64, 64>>>(x, y);
  sum();
  step_by_functor<<<N / 64, 64>>>(x, y);
  sum();
  end_by_closure<<<N / 64, 64>>>(x, y);
  sum();
  end_by_object<<<N / 64, 64>>>(x, y);
  sum();
  printf("\n");
}
