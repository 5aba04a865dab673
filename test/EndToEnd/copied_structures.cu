// Structures are copied to tiles and back by vectors of their words, where
// launches find that arrays begin on one; ahead of their use, too.
// RUN: %translate -q %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1000 0 5 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1000 1 70 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1 4 130 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 333 2 128 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <stdio.h>
#include <stdlib.h>

struct Body {
  float place[3], mass, speed[3];
  int id;
};
struct Pair {
  double first, second;
};
struct Quad {
  float x, y, z, w;
};

// CHECK-LABEL: void move(
// CHECK: ((int4 *)&b_tile[tile_x])[cell_word % 2] =
// CHECK: ((int4 *)&b[b_x])[cell_word % 2] =
__global__ void move(Body *b, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    b[i].place[0] += dt * b[i].speed[0];
    b[i].place[1] += dt * b[i].speed[1];
    b[i].place[2] += dt * b[i].speed[2];
    b[i].id = i;
  }
}

__global__ void exchange(Pair *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double first = p[i].first;
    p[i].first = p[i].second;
    p[i].second = first;
  }
}

// CHECK-LABEL: void weigh_tiled(
// CHECK: __pipeline_memcpy_async(
// CHECK-NEXT: &((int4 *)&rows_tile[next][tile_y][tile_x])[tile_word % 2],
__global__ void weigh(const Body *rows, float *sums, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int j = 0; j < m; ++j)
      sum += rows[i * m + j].mass * rows[i * m + j].speed[1];
    sums[i] = sum;
  }
}

// CHECK-LABEL: void turn_tiled(
// CHECK: ((float4 *)&q_tile[threadIdx.x])[0] = ((const float4 *)&q[q_x])[0];
// CHECK: % 16 == 0;
__global__ void turn(Quad *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = q[i].x;
    q[i].x = q[i].y;
    q[i].y = q[i].z;
    q[i].z = q[i].w + x;
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), skipped = atoi(argv[2]), m = atoi(argv[3]);
  Body *b, *rows;
  Pair *p;
  float *values, *sums;
  cudaMallocManaged(&b, n * sizeof(Body));
  cudaMallocManaged(&p, n * sizeof(Pair));
  cudaMallocManaged(&values, (4 * n + skipped) * sizeof(float));
  cudaMallocManaged(&rows, 40 * m * sizeof(Body));
  cudaMallocManaged(&sums, 40 * sizeof(float));
  for (int i = 0; i < 40 * m; ++i) {
    rows[i].mass = i % 17;
    rows[i].speed[1] = i % 5;
  }
  for (int i = 0; i < n; ++i) {
    for (int d = 0; d < 3; ++d) {
      b[i].place[d] = i + d;
      b[i].speed[d] = i * d;
    }
    b[i].mass = 2 * i;
    b[i].id = -1;
    p[i].first = i;
    p[i].second = -i;
  }
  for (int i = 0; i < 4 * n + skipped; ++i)
    values[i] = i;
  move<<<(n + 127) / 128, 128>>>(b, 0.5f, n);
  exchange<<<(n + 127) / 128, 128>>>(p, n);
  turn<<<(n + 127) / 128, 128>>>((Quad *)(values + skipped), n);
  weigh<<<1, 64>>>(rows, sums, 40, m);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += b[i].place[0] + 3 * b[i].place[2] + b[i].mass + b[i].id +
           p[i].first - 7 * p[i].second;
  for (int i = 0; i < 4 * n + skipped; ++i)
    sum += values[i] * (i % 11);
  for (int i = 0; i < 40; ++i)
    sum += sums[i];
  printf("%.17g\n", sum);
  cudaFree(b);
  cudaFree(p);
  cudaFree(values);
  cudaFree(rows);
  cudaFree(sums);
  return cudaGetLastError();
}
