// A kernel writes a part of an element through its base class: the rest keeps
// the host's values.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=3
// PRINTS: 1601418752 1601418752 1601418752 1601418752 607854080 1601418752 30720
#include <cstdio>
#define N 1024

struct Base {
  int a, b;
};
struct More {
  short c;
};
struct Both : Base, More {
  int d;
};

__global__ Both by_cast[N];
__global__ Both by_name[N];
__global__ Both by_reference[N];
__global__ Both by_pointer[N];
__global__ Both by_second[N];
__global__ Both by_function[N];
__global__ Both whole[N];

__device__ void put(Base &to, const Base &from) { to = from; }

__global__ void cast(Both *x, Base v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  static_cast<Base &>(x[i]) = v;
}
__global__ void name(Both *x, Base v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i].Base::operator=(v);
}
__global__ void reference(Both *x, Base v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Base &same = x[i];
  same = v;
}
__global__ void pointer(Both *x, Base v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Base *same = &x[i];
  *same = v;
}
__global__ void second(Both *x, short v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  static_cast<More &>(x[i]) = More{v};
}
__global__ void function(Both *x, Base v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  put(x[i], v);
}
__global__ void all(Both *x, Both v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = v;
}

static void reset(Both *x) {
  for (int i = 0; i < N; ++i) {
    x[i].a = 70000 + i;
    x[i].b = 80000 + i;
    x[i].c = 100 + i;
    x[i].d = 90000 + i;
  }
}
static void total(const Both *x) {
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i].a + 2L * x[i].b + 3L * x[i].c + 4L * x[i].d;
  printf("%ld ", sum);
}

int main() {
  Base v{5, 600000};
  reset(by_cast);
  cast<<<N / 64, 64>>>(by_cast, v);
  total(by_cast);
  reset(by_name);
  name<<<N / 64, 64>>>(by_name, v);
  total(by_name);
  reset(by_reference);
  reference<<<N / 64, 64>>>(by_reference, v);
  total(by_reference);
  reset(by_pointer);
  pointer<<<N / 64, 64>>>(by_pointer, v);
  total(by_pointer);
  reset(by_second);
  second<<<N / 64, 64>>>(by_second, 9);
  total(by_second);
  reset(by_function);
  function<<<N / 64, 64>>>(by_function, v);
  total(by_function);
  reset(whole);
  Both other;
  other.a = other.b = other.c = other.d = 3;
  all<<<N / 64, 64>>>(whole, other);
  total(whole);
  printf("\n");
}
