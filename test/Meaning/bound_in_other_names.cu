// What a launch gets was changed through references, casts, members, bindings,
// closures and function objects: nobody may take the first value for it.
// RUN: %meaning %s --original
// PRINTS: 1 2 3 4 5 6 7 8 9
#include <functional>
#include <stdio.h>

__global__ int a[64];

__global__ void put(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

struct Keeps {
  int &n;
};
struct SetsLater {
  int &n, to;
  ~SetsLater() { n = to; }
};
struct Sets {
  void operator()(int &n, int to) const { n = to; }
};
struct Pair {
  int first, second;
};

static int written(int n) {
  for (int i = 0; i < 64; ++i)
    a[i] = 0;
  put<<<1, 64>>>(a, n);
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += a[i];
  return sum;
}

int main() {
  int one = 64;
  for (int i = 0; i < 64; ++i)
    a[i] = 0;
  Keeps keeps{one};
  keeps.n = 1;
  put<<<1, 64>>>(a, one);
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += a[i];
  int two = 64;
  {
    SetsLater later{two, 2};
  }
  int three = 64, four = 64, five = 64, other = 0;
  Sets()(three, 3);
  auto set = [](int &n, int to) { n = to; };
  set(four, 4);
  std::function<void()> run = [&] { five = 5; };
  run();
  Pair pair{64, 64};
  auto &[first, second] = pair;
  first = 6;
  pair.*(&Pair::second) = 7;
  int eight = 64;
  (other ? other : eight) = 8;
  int nine = 64;
  (other, nine) = 9;
  printf("%d %d %d %d ", sum, written(two), written(three), written(four));
  printf("%d %d %d %d %d\n", written(five), written(pair.first),
         written(pair.second), written(eight), written(nine));
}
