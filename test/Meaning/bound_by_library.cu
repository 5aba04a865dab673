// What a launch gets was changed by the library, by assembly, or as a member of
// a dim3: nobody may take the first value for it.
// RUN: %meaning %s --original
// PRINTS: 4102 8202 21 4120 8217 42 4138 8232 63
// PRINTS: 4156 8247 84
#include <algorithm>
#include <functional>
#include <stdio.h>
#include <utility>
#define N 4096
#define ALL 4096

__global__ int a[N];

__global__ void set(int *x) {
  if (threadIdx.x == 0)
    x[blockIdx.x] = 7;
}
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
static void assign(int &to, int v) { to = v; }
static void narrow(dim3 &grid, int to) { grid.x = to; }

int main() {
  total();
  dim3 by_name(ALL);
  by_name.x = 1;
  set<<<by_name, 32>>>(a);
  printf("%ld ", total());

  dim3 by_pointer(ALL);
  by_pointer.*(&dim3::x) = 2;
  set<<<by_pointer, 32>>>(a);
  printf("%ld ", total());

  dim3 whole(ALL), small(3);
  whole = small;
  set<<<whole, 32>>>(a);
  printf("%ld ", total());

  dim3 named(ALL);
  dim3 &same = named;
  same.x = 4;
  set<<<named, 32>>>(a);
  printf("%ld ", total());

  dim3 passed(ALL);
  narrow(passed, 5);
  set<<<passed, 32>>>(a);
  printf("%ld ", total());

  dim3 member(ALL);
  unsigned &x = member.x;
  x = 6;
  set<<<member, 32>>>(a);
  printf("%ld ", total());

  int bound = ALL;
  std::bind(assign, std::ref(bound), 7)();
  set<<<bound, 32>>>(a);
  printf("%ld ", total());

  int invoked = ALL;
  std::invoke(assign, invoked, 8);
  set<<<invoked, 32>>>(a);
  printf("%ld ", total());

  int swapped = ALL, nine = 9;
  std::swap(swapped, nine);
  set<<<swapped, 32>>>(a);
  printf("%ld ", total());

  int each = ALL;
  std::for_each(&each, &each + 1, [](int &n) { n = 10; });
  set<<<each, 32>>>(a);
  printf("%ld ", total());

  int exchanged = ALL;
  std::exchange(exchanged, 11);
  set<<<exchanged, 32>>>(a);
  printf("%ld ", total());

  int assembled = ALL;
  asm volatile("movl $12, %0" : "=r"(assembled));
  set<<<assembled, 32>>>(a);
  printf("%ld\n", total());
}
