// Functions of the standard library that only compute run the program's own
// where these compare, are members or construct: operands with such calls are
// evaluated once, whatever becomes of the launch.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=4
// RUN: %meaning %s --options=--gpus=all --run=--devices=3
// RUN: %meaning %s --options=--graphs
// PRINTS: 5 1 / 5 2 / 5 3 / 4 4 / 5 5 / 5 6 / 7 6
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <vector>
#define BIG (1 << 14)
__global__ int in[BIG], out[BIG];

__global__ void shift(const int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + by;
}

int calls = 0;
bool less(int a, int b) {
  ++calls;
  return a < b;
}
struct Less {
  bool operator()(int a, int b) const { return less(a, b); }
};
struct Sized {
  int size() const { return ++calls; }
};
struct Ordered {
  int value;
  bool operator<(const Ordered &o) const { return less(value, o.value); }
};
struct Base {
  int value;
  Base(int v) : value(v) { ++calls; }
  operator int() const { return value; }
};
struct Derived : Base {
  using Base::Base;
};
void leave(int *) { ++calls; }
int five() {
  int x __attribute__((cleanup(leave))) = 5;
  return x;
}

void show() {
  long sum = 0;
  for (int i = 0; i < BIG; ++i)
    sum += out[i];
  printf("%ld %d / ", sum / BIG, calls);
}

int main() {
  for (int i = 0; i < BIG; ++i)
    in[i] = 0;
  Ordered three{3}, other{5};
  Sized sized;
  shift<<<BIG / 256, 256>>>(in, out, std::max(5, 3, Less()));
  show();
  shift<<<BIG / 256, 256>>>(in, out, std::max(5, 3, less));
  show();
  shift<<<BIG / 256, 256>>>(in, out, std::max(three, other).value);
  show();
  shift<<<BIG / 256, 256>>>(in, out, std::size(sized));
  show();
  shift<<<BIG / 256, 256>>>(in, out, Derived(5));
  show();
  shift<<<BIG / 256, 256>>>(in, out, five());
  show();
  std::vector<int> held(4);
  shift<<<BIG / 256, 256>>>(in, out, std::max<int>(held.size(), 7));
  long sum = 0;
  for (int i = 0; i < BIG; ++i)
    sum += out[i];
  printf("%ld %d\n", sum / BIG, calls);
}
