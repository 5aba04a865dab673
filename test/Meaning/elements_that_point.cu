// Elements of containers, pairs and optionals may point to, or be references
// to, what they are made of; pointers that a function returns to an algorithm
// become elements, too. What they lead to is written when they are.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--no-tiles
// PRINTS: 7 67 / 7 67 / 7 67 / 7 67 / 7 67 / 7 67 / 7 67 / 7 67 / 7 67 /
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>
#define N 64
__global__ int emplaced[N], mapped[N], ordered[N], paired[N], tied[N],
    optional_[N], wrapped[N], generated[N], transformed[N];

__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }

/// Raises all but the element 0, which the host has made 7.
void show(int *x) {
  raise<<<1, N - 1>>>(x + 1, 1);
  int sum = 0;
  for (int i = 1; i < N; ++i)
    sum += x[i];
  printf("%d %d / ", x[0], sum - 59);
}

int main() {
  raise<<<1, N>>>(emplaced, 1);
  std::vector<int *> pointers;
  pointers.emplace_back(emplaced);
  pointers[0][0] = 7;
  show(emplaced);

  raise<<<1, N>>>(mapped, 1);
  std::map<int, int *> map;
  map.emplace(1, mapped);
  map[1][0] = 7;
  show(mapped);

  raise<<<1, N>>>(ordered, 1);
  std::set<int *> set;
  set.emplace(ordered);
  **set.begin() = 7;
  show(ordered);

  raise<<<1, N>>>(paired, 1);
  std::pair<int *, int> pair(paired, 1);
  pair.first[0] = 7;
  show(paired);

  raise<<<1, N>>>(tied, 1);
  std::tuple<int &> tuple(tied[0]);
  std::get<0>(tuple) = 7;
  show(tied);

  raise<<<1, N>>>(optional_, 1);
  std::optional<int *> optional;
  optional = optional_;
  **optional = 7;
  show(optional_);

  raise<<<1, N>>>(wrapped, 1);
  std::vector<std::reference_wrapper<int>> references;
  references.emplace_back(wrapped[0]);
  references[0].get() = 7;
  show(wrapped);

  int *kept[2];
  raise<<<1, N>>>(generated, 1);
  std::generate(kept, kept + 2, [] { return &generated[0]; });
  *kept[1] = 7;
  show(generated);

  const int places[] = {1, 0};
  raise<<<1, N>>>(transformed, 1);
  std::transform(places, places + 2, kept, [](int i) { return transformed + i; });
  *kept[1] = 7;
  show(transformed);
}
