// What a launch gets was changed through references, casts, members, bindings,
// closures and function objects: nobody may take the first value for it.
// RUN: %meaning %s --original
// PRINTS: 4102 8202 21 4120 8217 42 4138 8232 63
// PRINTS: 4156 8247 84 4174 8262 105 4192
#include <functional>
#include <stdio.h>
#include <tuple>
#define N 4096
#define ALL 4096

__global__ int a[N];

__global__ void set(int *x) {
  if (threadIdx.x == 0)
    x[blockIdx.x] = 7;
}
// The values behind it are those of this round, which a launch of ALL blocks
// would not need.
static long total() {
  static int calls;
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += a[i];
  ++calls;
  for (int i = 0; i < N; ++i)
    a[i] = calls % 3;
  return sum;
}

struct Keeps {
  int &n;
};
struct SetsLater {
  int &n, to;
  ~SetsLater() { n = to; }
};
struct HoldsLater {
  SetsLater later;
};
struct Sets {
  void operator()(int &n, int to) const { n = to; }
};
struct Pair {
  int first, second;
};

int main() {
  total();
  int one = ALL;
  Keeps keeps{one};
  keeps.n = 1;
  set<<<one, 32>>>(a);
  printf("%ld ", total());

  int two = ALL;
  {
    SetsLater later{two, 2};
  }
  set<<<two, 32>>>(a);
  printf("%ld ", total());

  int three = ALL;
  Sets()(three, 3);
  set<<<three, 32>>>(a);
  printf("%ld ", total());

  int four = ALL;
  auto put = [](int &n, int to) { n = to; };
  put(four, 4);
  set<<<four, 32>>>(a);
  printf("%ld ", total());

  int five = ALL;
  std::function<void()> run = [&] { five = 5; };
  run();
  set<<<five, 32>>>(a);
  printf("%ld ", total());

  Pair pair{ALL, ALL};
  auto &[first, second] = pair;
  first = 6;
  set<<<pair.first, 32>>>(a);
  printf("%ld ", total());

  pair.*(&Pair::second) = 7;
  set<<<pair.second, 32>>>(a);
  printf("%ld ", total());

  int eight = ALL, other = 0;
  (other ? other : eight) = 8;
  set<<<eight, 32>>>(a);
  printf("%ld ", total());

  int nine = ALL;
  (other, nine) = 9;
  set<<<nine, 32>>>(a);
  printf("%ld ", total());

  int ten = ALL;
  auto any = [](auto &to, auto v) { to = v; };
  any(ten, 10);
  set<<<ten, 32>>>(a);
  printf("%ld ", total());

  int eleven = 12;
  --(other, eleven);
  set<<<eleven, 32>>>(a);
  printf("%ld ", total());

  int twelve = 20;
  (other, twelve) -= 8;
  set<<<twelve, 32>>>(a);
  printf("%ld ", total());

  int thirteen = ALL;
  SetsLater{thirteen, 13};
  set<<<thirteen, 32>>>(a);
  printf("%ld ", total());

  int fourteen = ALL;
  {
    HoldsLater holds{{fourteen, 14}};
  }
  set<<<fourteen, 32>>>(a);
  printf("%ld ", total());

  int fifteen = ALL;
  std::reference_wrapper<int> wrapped(fifteen);
  wrapped.get() = 15;
  set<<<fifteen, 32>>>(a);
  printf("%ld ", total());

  int sixteen = ALL;
  std::tie(sixteen, other) = std::make_tuple(16, 1);
  set<<<sixteen, 32>>>(a);
  printf("%ld\n", total());
}
