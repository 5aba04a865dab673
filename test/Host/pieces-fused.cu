// A loop of launches, one for each row, becomes one launch, which runs in
// pieces of rows: a piece is uploaded while the one before is computed.
// RUN: %tessera -q --cuda-path=none --pieces=4 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#define N 50
#define B 10

// CHECK: void scale(const int a_first[N], int c_first[N],
// CHECK-NEXT: unsigned int first_block) {
// CHECK-NEXT: const int row = (first_block + blockIdx.y) * blockDim.y + threadIdx.y;
// CHECK-NEXT: const int *a = a_first + (size_t)row * N;
__global__ int a[N][N], c[N][N];
__global__ void scale(const int a[N], int c[N]) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  c[id] = 3 * a[id];
}

// CHECK: for (unsigned int first = 0; first < blocks; first += 13) {
// CHECK: scale<<<dim3({{.*}}, last - first), B, 0, compute>>>(
int main() {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = 100 * i + j;
  for (int i = 0; i < N; i++)
    scale<<<N / B, B>>>(a + i * N, c + i * N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      printf("%d\n", c[i][j]);
}
