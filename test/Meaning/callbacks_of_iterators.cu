// Iterators, moves, conversions and comparators of the program that algorithms,
// maps and streams run: each uses an array of its own.
// RUN: %meaning %s --original
// PRINTS: 31 3 30 / 103 1 / 13 2 / 17 2 / 61 / 84 1
#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <stdio.h>
#include <vector>
#define N 32

__global__ int ranks[N];
__global__ int walked[N];
__global__ int rotated[N];
__global__ int inserted[N];
__global__ int converted[N];
__global__ int parsed[N];

__global__ void down(int *x) { x[threadIdx.x] = N - threadIdx.x; }
__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }

struct ByRank {
  bool operator()(int a, int b) const { return ranks[a] < ranks[b]; }
};
struct Walk { // a random-access iterator that counts what it looks at
  using iterator_category = std::random_access_iterator_tag;
  using value_type = int;
  using difference_type = long;
  using pointer = int *;
  using reference = int &;
  int *at;
  int &operator*() const {
    walked[0] += 50;
    return *at;
  }
  Walk &operator++() { return ++at, *this; }
  Walk operator+(long n) const { return {at + n}; }
  long operator-(const Walk &o) const { return at - o.at; }
  bool operator==(const Walk &o) const { return at == o.at; }
  bool operator!=(const Walk &o) const { return at != o.at; }
};
struct Turned {
  int i;
  Turned(int i) : i(i) {}
  Turned(Turned &&o) : i(o.i) { rotated[4] += 5; }
  Turned &operator=(Turned &&o) { return i = o.i, *this; }
};
struct Placed {
  int i;
  Placed(int i) : i(i) {}
  Placed(const Placed &o) : i(o.i) {}
  Placed &operator=(const Placed &o) {
    inserted[5] += 15;
    i = o.i;
    return *this;
  }
};
struct Number {
  int i;
  operator int() const { return converted[i]; }
};
struct Token {
  int value;
};
std::istream &operator>>(std::istream &in, Token &t) {
  if (in >> t.value)
    parsed[0] += t.value;
  return in;
}

int main() {
  down<<<1, N>>>(ranks);
  std::multimap<int, int, ByRank> sorted{{3, 1}, {31, 2}, {30, 3}};
  std::multiset<int, ByRank> set{3, 30, 31};
  printf("%d %d %d / ", sorted.begin()->first, *set.rbegin(),
         *std::next(set.begin()));

  raise<<<1, N>>>(walked, 2);
  int values[2] = {4, 5};
  std::accumulate(Walk{values}, Walk{values + 2}, 0);
  raise<<<1, N>>>(walked, 1);
  printf("%d %d / ", walked[0], walked[1] - 2);

  raise<<<1, N>>>(rotated, 2);
  Turned one(1), two(2);
  std::iter_swap(&one, &two);
  std::iter_swap(&one, &two);
  raise<<<1, N>>>(rotated, 1);
  printf("%d %d / ", rotated[4], rotated[5] - 1);

  raise<<<1, N>>>(inserted, 1);
  Placed from[1] = {7}, to[1] = {8};
  std::copy(from, from + 1, to);
  raise<<<1, N>>>(inserted, 1);
  printf("%d %d / ", inserted[5], inserted[6]);

  down<<<1, N>>>(converted);
  Number numbers[2] = {{1}, {2}};
  int out[2];
  std::copy(numbers, numbers + 2, out);
  printf("%d / ", out[0] + out[1]);

  raise<<<1, N>>>(parsed, 1);
  std::istringstream text("40 42");
  std::vector<Token> tokens{std::istream_iterator<Token>(text),
                            std::istream_iterator<Token>()};
  raise<<<1, N>>>(parsed, 1);
  printf("%d %d\n", parsed[0], parsed[1] - 1);
}
