// Arrays of pointers that host and device share stay in memory that both reach,
// and so does what they point to.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--improve-copies
// PRINTS: 20 101 103 9 110
#include <cstdio>
__global__ int cells[64];
__global__ int more[64];
__global__ int *rows[8];
__global__ int *columns[4][2];
__global__ void fill(int **r, int *a) {
  r[threadIdx.x] = a + 8 * threadIdx.x;
  a[8 * threadIdx.x + 4] = 8 * threadIdx.x + 4;
}
__global__ void follow(int *(*c)[2], int v) { c[threadIdx.x][1][3] += v; }
__global__ void named() {
  rows[threadIdx.x][5] = columns[threadIdx.x & 3][1][3] + threadIdx.x;
}
int main() {
  fill<<<1, 8>>>(rows, cells);
  printf("%d", rows[2][4]);
  for (int i = 0; i < 4; i++) {
    columns[i][0] = nullptr;
    columns[i][1] = more + 8 * i;
    more[8 * i + 3] = i;
  }
  follow<<<1, 4>>>(columns, 100);
  printf(" %d %d", more[11], columns[3][1][3]);
  more[19] = 7;
  named<<<1, 8>>>();
  printf(" %d %d\n", rows[2][5], cells[61]);
}
