// Arrays of structures, copied by words: members read and written, halos,
// strips, holes between members, blocks and sizes of all kinds.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.old.cu
// RUN: FileCheck %s --input-file=%t.old.cu
// RUN: %translate -q --plan=%S/Inputs/structures.yaml %s -o %t.forced.cu
// RUN: FileCheck %s --check-prefix=FORCED --input-file=%t.forced.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.old.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.old.cu -- 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.old.cu -- 64 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.forced.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.forced.cu -- 33 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.old.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.forced.cu %}
// SAME: same: output, exit code
// FORCED: float bodies_next[2];
// FORCED: #pragma unroll
#include <cstdio>
#include <cstdlib>
struct Body {
  float x, y, z, mass;
};
struct Record {
  double weight;
  int count; // four bytes of nothing behind it
  double sum;
};
struct Sample {
  short left, right;
  char flag;
};

// Every body with every other: the same bodies for all threads.
// CHECK-LABEL: void pull(
// CHECK: ((float *)&bodies_tile[tile_x])[tile_word % 4] =
// CHECK-NEXT: ((const float *)&bodies[bodies_x])[tile_word % 4];
__global__ void pull(float3 *force, const Body *bodies, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; ++j) {
    float dx = bodies[j].x - bodies[i].x, dy = bodies[j].y - bodies[i].y;
    float dz = bodies[j].z - bodies[i].z;
    float w = bodies[j].mass / (dx * dx + dy * dy + dz * dz + 1);
    fx += w * dx;
    fy += w * dy;
    fz += w * dz;
  }
  force[i].x = fx;
  force[i].y = fy;
  force[i].z = fz;
}

// Members that only some threads write, in a structure with a hole.
// CHECK-LABEL: void tick(
// CHECK: ((long long *)&r[r_x])[tile_word % 3] =
// CHECK-NEXT: ((long long *)&r_tile[tile_x])[tile_word % 3];
__global__ void tick(Record *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    r[i].sum += r[i].weight;
    r[i].count = i;
    if (i < 50)
      r[i].weight = r[i].weight * 0.5;
  }
}

// A plane of vectors and their neighbours; blocks of a size that only run time
// knows, and a width that they do not divide.
// CHECK-LABEL: void curl_16x8(
// CHECK: __shared__ float3 v_tile[10][18];
// CHECK-LABEL: void curl_n(
// CHECK: ((float *)&v_tile[tile_y * (blockDim.x + 2) + tile_x])[tile_word % 3] =
__global__ void curl(float *c, const float3 *v, int n, int m) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < n - 1 && j > 0 && j < m - 1)
    c[i * m + j] = v[i * m + j + 1].y - v[i * m + j - 1].y -
                   v[(i + 1) * m + j].x + v[(i - 1) * m + j].x +
                   v[i * m + j].z + 0 * threadIdx.x;
}

// Short words.
__global__ void mix(Sample *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    s[i].left = s[i].right + i;
    s[i].right = s[i].left - 3;
    s[i].flag = 'x';
  }
}

// From the last to the first, each thread two elements.
__global__ void back(float3 *to, const float3 *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i + 1 < n) {
    to[n - 1 - 2 * i].x = from[2 * i].x;
    to[n - 1 - 2 * i].y = from[2 * i].y;
    to[n - 1 - 2 * i].z = from[2 * i].z;
    to[n - 2 - 2 * i].x = from[2 * i + 1].z;
    to[n - 2 - 2 * i].y = from[2 * i + 1].y;
    to[n - 2 - 2 * i].z = from[2 * i + 1].x;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 200, m = 37;
  Body *bodies;
  Record *records;
  Sample *samples;
  float3 *v, *w;
  float *c;
  cudaMallocManaged(&bodies, n * sizeof(Body));
  cudaMallocManaged(&records, n * sizeof(Record));
  cudaMallocManaged(&samples, n * sizeof(Sample));
  cudaMallocManaged(&v, n * m * sizeof(float3));
  cudaMallocManaged(&w, n * m * sizeof(float3));
  cudaMallocManaged(&c, n * m * sizeof(float));
  for (int i = 0; i < n; ++i) {
    bodies[i] = {i * 0.5f, i * 0.25f, 3.0f - i, 1.0f};
    records[i] = {1.0 / (i + 1), -1, 7.0};
    samples[i] = {short(i), short(-i), 'a'};
  }
  for (int i = 0; i < n * m; ++i) {
    v[i].x = i % 7;
    v[i].y = i % 11;
    v[i].z = i % 13;
    w[i] = v[i];
    c[i] = 0;
  }
  const int blocks = (n + 63) / 64;
  pull<<<blocks, 64>>>(v, bodies, n);
  tick<<<blocks, 64>>>(records, n);
  curl<<<dim3((m + 15) / 16, (n + 7) / 8), dim3(16, 8)>>>(c, v, n, m);
  mix<<<blocks, 64>>>(samples, n);
  back<<<blocks, 64>>>(w, v, n);
  const int threads = argc > 2 ? 48 : 32;
  curl<<<dim3((m + threads - 1) / threads, n), threads>>>(c, w, n, m);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += records[i].sum * records[i].count + records[i].weight +
           samples[i].left * 3 + samples[i].right + samples[i].flag;
  for (int i = 0; i < n * m; ++i)
    sum += c[i] + w[i].x * 2 + w[i].y * 3 + w[i].z * 5 + v[i].x;
  printf("%.17g\n", sum);
}
