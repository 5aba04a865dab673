// What functions of the C library write, keep and return, and what the standard
// library stores to pointers.
// RUN: %meaning %s --original
// PRINTS: THREE 11286 four; 1234 l6d 12.5 7e 19
// PRINTS: hello world 5 2 0 101 2 / 90 11 / Word6 6 2 / 9 2 / XD XD
// PRINTS: / 40 42 2 / 2016
// PRINTS: 12 6 / 3 5 6
#include <algorithm>
#include <execution>
#include <numeric>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utility>
#define N 64

__global__ char words[N];
__global__ char more[N];
__global__ char number[N];
__global__ char decimal[N];
__global__ char line[N];
__global__ int a[N];
__global__ int b[N];
__global__ int c[N];
__global__ int d[N];
__global__ int e[N];
__global__ int f[N];
__global__ int g[N];

__global__ void upper(char *t) {
  char c = t[threadIdx.x];
  if (c >= 'a' && c <= 'z')
    t[threadIdx.x] = c - 32;
}
__global__ void next(char *t) {
  char c = t[threadIdx.x];
  if (c >= 'a' && c <= 'y')
    t[threadIdx.x] = c + 1;
}
__global__ void inc(int *x) { x[threadIdx.x] += 1; }

static int compare(const void *l, const void *r) {
  return *(const int *)r - *(const int *)l;
}

int main() {
  strcpy(words, "one,two,three,four");
  char *word = strtok(words, ",");
  upper<<<1, N>>>(words);
  while (word) {
    word = strtok(nullptr, ",");
    upper<<<1, N>>>(words);
  }
  int sum = 11;
  for (int i = 0; i < 18; ++i)
    sum += (i + 1) * words[i];
  printf("%s %d ", words + 8, sum);

  strcpy(more, "two:four;five");
  char *rest;
  char *part = strtok_r(more, ":", &rest);
  upper<<<1, N>>>(more);
  upper<<<1, N>>>(more);
  part = strtok_r(nullptr, ":", &rest);
  part[0] = 'f';
  upper<<<1, 1>>>(more);
  printf("%c%c%c%c; ", part[0], part[1] + 32, part[2] + 32, part[3] + 32);

  strcpy(number, "1234 56b");
  char *end = nullptr;
  long first = strtol(number, &end, 10);
  next<<<1, N>>>(number);
  end[1] = 'k';
  next<<<1, N>>>(number);
  printf("%ld%s ", first, number + 4);
  strcpy(decimal, "12.5 7c");
  char *behind;
  double value = strtod(decimal, &behind);
  next<<<1, N>>>(decimal);
  *behind = '_';
  next<<<1, N>>>(decimal);
  printf("%g %s %d\n", value, decimal + 5, decimal[4] - 76);

  printf("hello%n world ", &a[2]);
  inc<<<1, N>>>(a);
  printf("%d %d ", a[2] - 1, a[3] + 1);

  int other[N] = {};
  int *p = other;
  int *old = std::exchange(p, b);
  inc<<<1, N>>>(b);
  p[3] = 100;
  inc<<<1, N>>>(b);
  printf("%d %d %d / ", old[3], b[3], b[4]);

  int *q = nullptr;
  int *none = std::exchange(q, &c[2]);
  inc<<<1, N>>>(c);
  q[1] = 89;
  inc<<<1, N>>>(c);
  int was = std::exchange(c[4], 10);
  inc<<<1, N>>>(c);
  printf("%d %d / ", c[3] - 1 + was - 2 + (none != nullptr), c[4]);

  strcpy(line, "word5");
  upper<<<1, 1>>>(line);
  sscanf("word6 6", "%s %d", line, &d[0]);
  upper<<<1, 1>>>(line);
  inc<<<1, 1>>>(d + 1);
  char *found = strchr(line, 'o');
  upper<<<1, 1>>>(line + 61);
  printf("%s %d %d / ", line, d[0], int(found - line) + d[1]);
  memcpy(line + 8, "abcd", 5);
  upper<<<1, 1>>>(line + 61);
  void *at = memchr(line + 8, 'c', 4);
  upper<<<1, N>>>(line);
  *(char *)at = 'x';

  for (int i = 0; i < N; ++i)
    e[i] = i % 10;
  inc<<<1, N>>>(e);
  qsort(e, N, sizeof(int), compare);
  inc<<<1, N>>>(e);
  printf("%d %d / ", e[10] - 1, e[N - 1]);
  upper<<<1, N>>>(line);
  printf("%s %s / ", (char *)at, line + 10);

  int from[N];
  std::iota(from, from + N, 0);
  inc<<<1, N>>>(f);
  std::copy(std::execution::seq, from + 40, from + 42, f);
  inc<<<1, N - 1>>>(f + 1);
  printf("%d %d %d / ", f[0], f[1], f[2]);
  inc<<<1, N>>>(g);
  std::transform(std::execution::seq, from, from + N, g,
                 [](int x) { return x - 1; });
  inc<<<1, N>>>(g);
  printf("%d\n", std::reduce(std::execution::seq, g, g + N));

  std::swap(a[0], a[2]);
  inc<<<1, N>>>(a);
  std::fill_n(std::execution::seq, b, 3, 5);
  inc<<<1, N>>>(b);
  printf("%d %d / ", a[0] + 5, b[0]);
  std::swap_ranges(c, c + 3, f);
  inc<<<1, N>>>(c);
  std::replace(c, c + N, 3, 2);
  inc<<<1, N>>>(c);
  printf("%d %d %d\n", f[0], c[5], c[6] + 1);
}
