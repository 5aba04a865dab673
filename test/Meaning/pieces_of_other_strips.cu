// Strips whose loops count down, skip, or stand in planes: pieces upload what
// tiles are filled with, down to the last strip.
// RUN: %meaning %s --original
// RUN: %meaning %s '--options=--pieces=4 --array=a:shared --array=c:shared --array=e:shared'
// RUN: %meaning %s '--options=--pieces=3 --array=a:shared --array=c:shared --array=e:shared'
// PRINTS: 73109761 27961602 1981906410
#include <cstdio>
#define N 352
#define ROWS 40
__managed__ int a[N];
__managed__ int down[256];
__managed__ int c[N];
__managed__ int skipped[256];
__managed__ int e[ROWS][N];
__managed__ int planes[ROWS][256];

__global__ void downward(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = n - 1; k >= 0; k--)
    sum += a[i + k] * (k + 1);
  down[i] = sum;
}
__global__ void skipping(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; k += 3)
    sum += c[i + k] * (k + 1);
  skipped[i] = sum;
}
__global__ void of_planes(int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int k = 0; k < n; k++)
    sum += e[y][x + k] * (k + 1);
  planes[y][x] = sum;
}

int main(int argc, char **) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 7;
    c[i] = i % 5;
    for (int y = 0; y < ROWS; y++)
      e[y][i] = (i + y) % 3;
  }
  downward<<<4, 64>>>(37 + argc);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < 256; i++)
    sum += (long)down[i] * (i + 1);
  printf("%ld ", sum);
  skipping<<<4, 64>>>(49 + argc);
  cudaDeviceSynchronize();
  sum = 0;
  for (int i = 0; i < 256; i++)
    sum += (long)skipped[i] * (i + 1);
  printf("%ld ", sum);
  of_planes<<<dim3(8, 10), dim3(32, 4)>>>(44 + argc);
  cudaDeviceSynchronize();
  sum = 0;
  for (int y = 0; y < ROWS; y++)
    for (int i = 0; i < 256; i++)
      sum += (long)planes[y][i] * (i + 3 * y + 1);
  printf("%ld\n", sum);
}
