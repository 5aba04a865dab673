// A kernel that writes members of elements leaves the others as they are: they
// are uploaded, and a tile is filled before it is written.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>

struct Point {
  float x, y;
};

__global__ void set_rows(Point *rows, float4 *vectors, Point *points, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; k++)
    rows[i * 8 + k].x = i - k;
  vectors[i].z = i;
  float &y = points[i].y;
  y = 3;
}

// CODE: ((float2 *)&rows_tile{{.*}})[0] =
// CODE-NEXT: ((const float2 *)&rows
// CODE: rows_tile[threadIdx.x][k].x = i - k;
// CHECK-DAG: 'rows' is written in shared memory
// CHECK-DAG: 'rows' is uploaded once and read back once
// CHECK-DAG: 'vectors' is uploaded once and read back once
// CHECK-DAG: 'points' is uploaded once and read back once
int main() {
  const int n = 64;
  Point *rows, *points;
  float4 *vectors;
  cudaMallocManaged(&rows, 8 * n * sizeof(Point));
  cudaMallocManaged(&vectors, n * sizeof(float4));
  cudaMallocManaged(&points, n * sizeof(Point));
  for (int i = 0; i < 8 * n; i++)
    rows[i].x = rows[i].y = i % 7;
  for (int i = 0; i < n; i++) {
    vectors[i].x = vectors[i].y = vectors[i].w = i % 11;
    points[i].x = points[i].y = i;
  }
  set_rows<<<2, 32>>>(rows, vectors, points, n);
  cudaDeviceSynchronize();
  float sum = 0;
  for (int i = 0; i < 8 * n; i++)
    sum += rows[i].x * rows[i].y;
  for (int i = 0; i < n; i++)
    sum += vectors[i].x * vectors[i].z + points[i].x * points[i].y;
  printf("%g\n", sum);
}
