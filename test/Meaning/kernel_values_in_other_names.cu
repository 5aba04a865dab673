// Locals of a kernel that get other values through casts, references, closures
// and objects: subscripts, bounds and steps are what they are then.
// RUN: %meaning %s --original
// PRINTS: 2016 2080 2144 2208 128 512
#include <stdio.h>

__global__ int x[80], y[6][64];

struct Moves {
  int &k;
  __device__ Moves(int &k) : k(k) {}
  __device__ void by(int n) { k += n; }
};

__global__ void work(const int *x, int *y) {
  int i = threadIdx.x;
  int by_cast = i, by_closure = i, by_object = i, by_pick = i;
  (int &)by_cast += 0;
  auto move = [](int &k, int n) { k += n; };
  move(by_closure, 1);
  Moves moves(by_object);
  moves.by(1);
  moves.by(1);
  (i >= 0 ? by_pick : i) += 3;
  y[i] = x[by_cast] - 0;
  y[64 + i] = x[by_closure] - 0;
  y[128 + i] = x[by_object] - 0;
  y[192 + i] = x[by_pick] - 0;
  int twice = 0, n = 8;
  for (int k = 0; k < 4; ++k) {
    move(k, 1);
    ++twice;
  }
  for (int k = 0; k < n; ++k)
    if (k == 3)
      (n += 0), move(n, 0);
  y[256 + i] = twice;
  y[320 + i] = n;
}

int main() {
  for (int i = 0; i < 80; ++i)
    x[i] = i;
  for (int r = 0; r < 6; ++r)
    for (int i = 0; i < 64; ++i)
      y[r][i] = -1;
  work<<<1, 64>>>(x, y[0]);
  for (int r = 0; r < 6; ++r) {
    int sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += y[r][i];
    printf("%d%c", sum, r < 5 ? ' ' : '\n');
  }
}
