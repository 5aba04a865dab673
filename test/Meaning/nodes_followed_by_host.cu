// Kernels link what lies in arrays; the host follows the links, and writes
// through them what later kernels read.
// RUN: %meaning %s --original
// PRINTS: 2144 2145 / 3040 2047 / 6048 1198 / 40 64
#include <cstdio>
#define N 64
#define W 8

struct Tree {
  int value;
  int *child;
};
struct Two {
  int value;
  Two *prev, *next;
};
struct Table {
  int *row[W];
};

__global__ int cells[N];
__managed__ int *rows[W];
__global__ Tree parents[N];
__global__ int children[N];
__global__ Two list[N];
__global__ int under[N];
__global__ Table table[1];

__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void by(int *a, int v) { a[threadIdx.x] += v; }

__global__ void find_rows(int **rows, int *a, int w) {
  rows[threadIdx.x] = a + threadIdx.x * w;
}
__global__ void adopt(Tree *t, int *c) {
  int i = threadIdx.x;
  t[i].value = i;
  t[i].child = &c[N - 1 - i];
}
__global__ void chain(Two *l) {
  int i = threadIdx.x;
  l[i].value = 3 * i;
  l[i].prev = i ? l + i - 1 : nullptr;
  l[i].next = i + 1 < N ? l + i + 1 : nullptr;
}
__global__ void twice(Two *l) { l[threadIdx.x].value += 1; }
__global__ void lay(Table *t, int *a) {
  t->row[threadIdx.x] = &a[W * threadIdx.x];
}

int main() {
  fill<<<1, N>>>(cells);
  find_rows<<<1, W>>>(rows, cells, W);
  cudaDeviceSynchronize();
  by<<<1, N>>>(cells, 2);
  int sum = 0;
  for (int r = 0; r < W; ++r)
    for (int i = 0; i < W; ++i)
      sum += rows[r][i];
  rows[5][3] += 1;
  by<<<1, N>>>(cells, 0);
  int again = 0;
  for (int i = 0; i < N; ++i)
    again += cells[i];
  printf("%d %d / ", sum, again);

  adopt<<<1, N>>>(parents, children);
  fill<<<1, N>>>(children);
  sum = 0;
  for (int i = 0; i < N; i += 2)
    sum += parents[i].value + 2 * *parents[i].child;
  *parents[63].child = 95;
  by<<<1, N>>>(children, -1);
  again = 0;
  for (int i = 0; i < N; ++i)
    again += children[i];
  printf("%d %d / ", sum, again);

  chain<<<1, N>>>(list);
  sum = 0;
  for (Two *l = list; l; l = l->next)
    sum += l->value;
  for (Two *l = list + N - 1; l; l = l->prev)
    if (l->prev)
      l->prev->value = 15;
  twice<<<1, N>>>(list);
  again = 0;
  for (int i = 0; i < N; ++i)
    again += list[i].value;
  printf("%d %d / ", sum, again);

  fill<<<1, N>>>(under);
  lay<<<1, W>>>(table, under);
  by<<<1, N>>>(under, 1);
  printf("%d ", table->row[4][7]);
  table->row[4][7] = 63;
  by<<<1, N>>>(under, 1);
  printf("%d\n", under[39]);
}
