// Containers, smart pointers and streams run constructors, copies, conversions,
// comparators, hashes, allocators and deleters of the program.
// RUN: %meaning %s --original
// PRINTS: 31 50 32 64 / 62 / 52 / 9 / 61 / 24 / 140 / 13 / 26 27 / 33 / 44 / 9 / 80
#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stdio.h>
#include <unordered_set>
#include <vector>
#define N 32

__global__ int order[N];
__global__ int from[N];
__global__ int as_number[N];
__global__ int first[N];
__global__ int copies[N];
__global__ int sizes[N];
__global__ int hashes[N];
__global__ int freed[N];
__global__ int shown[N];
__global__ int rank_of[N];
__global__ int late[N];
__global__ int moved[N];
__global__ int shared_end[N];

__global__ void count(int *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }

struct Later {
  bool operator()(int a, int b) const {
    return order[a % N] == order[b % N] ? a < b : order[a % N] > order[b % N];
  }
};
struct Filled {
  int value;
  Filled() : value(from[3]) {}
  explicit Filled(int i) : value(first[i]) {}
};
struct Number {
  int i;
  operator int() const { return as_number[i]; }
};
struct Counted {
  int value = 0;
  Counted() = default;
  Counted(const Counted &o) : value(o.value + copies[4]) {}
};
template <class T> struct Pool {
  using value_type = T;
  Pool() = default;
  template <class U> Pool(const Pool<U> &) {}
  T *allocate(size_t n) {
    sizes[3] += int(n);
    return static_cast<T *>(malloc(n * sizeof(T)));
  }
  void deallocate(T *p, size_t) {
    sizes[4] += 1;
    free(p);
  }
  bool operator==(const Pool &) const { return true; }
  bool operator!=(const Pool &) const { return false; }
};
struct Item {
  int i;
  bool operator==(const Item &o) const { return i == o.i; }
};
template <> struct std::hash<Item> {
  size_t operator()(const Item &x) const { return hashes[x.i] = x.i; }
};
struct Close {
  void operator()(int *p) const {
    freed[2] += *p;
    delete p;
  }
};
struct Shown {
  int i;
};
std::ostream &operator<<(std::ostream &o, const Shown &s) {
  return o << shown[s.i];
}
struct ByRank {
  bool operator()(int a, int b) const { return rank_of[a] < rank_of[b]; }
};
struct Late {
  int value;
  Late(int i, int j) : value(late[i] + j) {}
};
struct Moved {
  int i;
  Moved(int i) : i(i) {}
  Moved(Moved &&o) : i(o.i) { moved[0] += 1; }
  Moved &operator=(Moved &&o) { return i = o.i, moved[0] += 1, *this; }
};

int main() {
  count<<<1, N>>>(order);
  std::set<int, Later> ordered{32, 31, 50, 64};
  order[0] = 7;
  for (int i : ordered)
    printf("%d ", i);

  raise<<<1, N>>>(from, 31);
  std::vector<Filled> filled(2);
  printf("/ %d ", filled[0].value + filled[1].value);

  raise<<<1, N>>>(as_number, 26);
  Number numbers[2] = {{1}, {2}};
  std::vector<int> converted(numbers, numbers + 2);
  printf("/ %d ", converted[0] + converted[1]);

  count<<<1, N>>>(first);
  auto made = std::make_unique<Filled>(9);
  printf("/ %d ", made->value);

  raise<<<1, N>>>(copies, 61);
  std::vector<Counted> kept;
  kept.push_back(Counted());
  printf("/ %d ", kept[0].value);

  raise<<<1, N>>>(sizes, 1);
  {
    std::vector<int, Pool<int>> pooled(20);
    pooled[0] = 0;
  }
  raise<<<1, N>>>(sizes, 0);
  printf("/ %d ", sizes[3] + sizes[4] + 1);

  raise<<<1, N>>>(hashes, 70);
  std::unordered_set<Item> items;
  items.insert({30});
  items.insert({31});
  raise<<<1, N>>>(hashes, 3);
  printf("/ %d ", hashes[30] + hashes[31] + hashes[1]);

  raise<<<1, N>>>(freed, 5);
  std::unique_ptr<int, Close> owner(new int(8));
  owner.reset();
  raise<<<1, N>>>(freed, 0);
  printf("/ %d / ", freed[2]);
  fflush(stdout);

  raise<<<1, N>>>(shown, 1);
  count<<<1, N>>>(shown);
  Shown both[2] = {{26}, {27}};
  std::copy(both, both + 2, std::ostream_iterator<Shown>(std::cout, " "));
  std::cout << "/ " << std::flush;

  count<<<1, N>>>(rank_of);
  raise<<<1, N>>>(rank_of, -3);
  std::priority_queue<int, std::vector<int>, ByRank> queue;
  for (int i : {4, 31, 2})
    queue.push(i);
  printf("%d / ", queue.top() + 2);

  count<<<1, N>>>(late);
  std::map<int, std::optional<Late>> lates;
  lates[1].emplace(31, 13);
  printf("%d / ", lates[1]->value);

  raise<<<1, N>>>(moved, 2);
  Moved a(1), b(2);
  std::swap(a, b);
  raise<<<1, N>>>(moved, 4);
  printf("%d / ", moved[0]);

  raise<<<1, N>>>(shared_end, 40);
  {
    std::shared_ptr<int> one(new int(1), [](int *p) {
      shared_end[0] *= 2;
      delete p;
    });
  }
  raise<<<1, N>>>(shared_end, 0);
  printf("%d\n", shared_end[0]);
}
