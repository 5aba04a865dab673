// Algorithms run function objects, operators and iterators of the program,
// which read and write what kernels changed. RUN: %meaning %s --original
// PRINTS: 2208 5088 21 2272 96 47 1 17 1128 48 9 33
#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdio.h>
#define N 48

__global__ int shift[N], seen[N], key[N], row[N], weight[N], rank_of[N];
__global__ int bound[N], made[N], total[N], flag[N], text[N], chosen[N];

__global__ void count(int *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }

struct Shift {
  int operator()(int i) const { return i + shift[i]; }
};
struct Notes {
  void operator()(int i) { seen[i] += 2 * i; }
};
struct Slot {
  int i;
  bool operator==(int wanted) const { return key[i] == wanted; }
};
struct Walk {
  using iterator_category = std::input_iterator_tag;
  using value_type = int;
  using difference_type = long;
  using pointer = const int *;
  using reference = int;
  int i;
  int operator*() const { return row[i] + 1; }
  Walk &operator++() { return ++i, *this; }
  Walk operator++(int) { return {i++}; }
  bool operator==(const Walk &o) const { return i == o.i; }
  bool operator!=(const Walk &o) const { return i != o.i; }
};
struct Sum {
  int value;
};
Sum operator+(Sum s, int i) { return {s.value + weight[i]}; }
struct Place {
  int i;
};
bool operator<(const Place &a, const Place &b) {
  return rank_of[a.i] > rank_of[b.i];
}
struct Below {
  bool operator()(int i, int limit) const { return bound[i] < limit; }
};
struct Next {
  int i = 0;
  int operator()() { return made[i++] += 1; }
};
struct Keep {
  Keep &operator=(int v) { return total[v] += v, *this; }
};
struct Out { // an output iterator
  using iterator_category = std::output_iterator_tag;
  using value_type = void;
  using difference_type = long;
  using pointer = void;
  using reference = void;
  Keep to;
  Keep &operator*() { return to; }
  Out &operator++() { return *this; }
  Out &operator++(int) { return *this; }
};
struct Even {
  bool operator()(int i) const { return flag[i] % 2 == 0; }
};
template <class T> struct Times {
  T operator()(T a, T b) const { return a + text[b % N]; }
};

int main() {
  int order[N], result[N];
  std::iota(order, order + N, 0);
  count<<<1, N>>>(shift);
  std::transform(order, order + N, result, Shift());
  printf("%d ", std::accumulate(result, result + N, -48));

  count<<<1, N>>>(seen);
  std::for_each(order, order + N, Notes());
  raise<<<1, N>>>(seen, 36);
  printf("%d ", std::accumulate(seen, seen + N, 0) - 24);

  Slot slots[N];
  Place places[N];
  for (int i = 0; i < N; ++i)
    slots[i].i = places[i].i = i;
  count<<<1, N>>>(key);
  raise<<<1, N>>>(key, 100);
  printf("%d ", int(std::find(slots, slots + N, 121) - slots));

  count<<<1, N>>>(row);
  raise<<<1, N>>>(row, 23);
  printf("%d ", std::accumulate(Walk{0}, Walk{N}, -8));

  raise<<<1, N>>>(weight, 2);
  printf("%d ", std::accumulate(order, order + N, Sum{0}).value);

  count<<<1, N>>>(rank_of);
  std::sort(places, places + N);
  printf("%d ", places[0].i);
  raise<<<1, N>>>(bound, 5);
  count<<<1, N>>>(bound);
  printf("%d ",
         int(std::lower_bound(order, order + N, 17, Below()) - order) == 17);
  printf("%d ", order[17]);

  count<<<1, N>>>(made);
  std::generate(result, result + N, Next());
  raise<<<1, N>>>(made, 0);
  printf("%d ", std::accumulate(made, made + N, -48));

  raise<<<1, N>>>(total, 1);
  std::copy(order, order + N, Out());
  raise<<<1, N>>>(total, 0);
  printf("%d ", total[47]);

  count<<<1, N>>>(flag);
  raise<<<1, N>>>(flag, 1);
  printf("%d ", int(std::count_if(order, order + 18, Even())));

  raise<<<1, N>>>(text, 11);
  printf("%d\n", std::accumulate(order, order + 3, 0, Times<int>()));
}
