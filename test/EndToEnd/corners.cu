// Threads none of whose outputs are those for which two values are equal have a
// path of their own: the results are the user's, wherever the values are equal,
// and if they never are.
// RUN: %translate -q --plan=%S/Inputs/corners.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 24 24 0 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 24 21 20 23 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 23 22 11 12 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 24 22 -1 24 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 24 22 22 -1 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <cstdio>
#include <cstdlib>

// Row and column k are read by other threads.
// CHECK-LABEL: void relax_tiled(
// CHECK:         if (i_first + 1 < n && j_first + 3 < n && (i_first > k || i_first + 1 < k) &&
// CHECK-NEXT:        (j_first > k || j_first + 3 < k)) {
// CHECK:           *reinterpret_cast<float4 *>(&distance_reg2[0]) =
// CHECK-NEXT:        *reinterpret_cast<const float4 *>(&distance[k * n + j_first]);
// CHECK:           fminf(distance_reg[r][c],
// CHECK-NEXT:            distance[(i_first + r) * n + k] + distance_reg2[c]);
// CHECK:           *reinterpret_cast<float4 *>(&distance[(i_first + r) * n + j_first]) =
// CHECK:         } else {
__global__ void relax(float *distance, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n && i != k && j != k)
    distance[i * n + j] =
        fminf(distance[i * n + j], distance[i * n + k] + distance[k * n + j]);
}

// The pivot's row has a branch of its own.
// CHECK-LABEL: void eliminate_tiled(
// CHECK:         (i_first > pivot || i_first + 1 < pivot)
// CHECK-NOT:     if (i == pivot)
// CHECK:         } else {
// CHECK:         if (i == pivot)
__global__ void eliminate(const float *in, float *out, int rows, int columns,
                          int pivot) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < columns) {
    float scaled = in[pivot * columns + j] / in[pivot * columns + pivot];
    if (i == pivot)
      out[i * columns + j] = scaled;
    else
      out[i * columns + j] =
          in[i * columns + j] - in[i * columns + pivot] * scaled;
  }
}

// In place, and the first row is another's.
// CHECK-LABEL: void source_tiled(
// CHECK:         if (x_first + 3 < w && y_first + 1 < h && y_first > 0) {
// CHECK-NOT:     ey[x] = value;
// CHECK:         ey_reg[r][c] -= 0.5f * (hz_reg[r + 1][c] - hz_reg[r][c]);
__global__ void source(float *ey, const float *hz, float value, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    if (y == 0)
      ey[x] = value;
    else
      ey[y * w + x] -= 0.5f * (hz[y * w + x] - hz[(y - 1) * w + x]);
  }
}

// A row, and a column, that may be outside; without a sign.
// CHECK-LABEL: void cross_tiled(
// CHECK:         (y_first > row || y_first + 3 < row) &&
// CHECK-NEXT:    (column > x_first + 1 || column < x_first)
__global__ void cross(const float *in, float *out, unsigned h, unsigned w,
                      int row, unsigned column) {
  const unsigned x = threadIdx.x + blockIdx.x * blockDim.x;
  const unsigned y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < w && y < h) {
    if (y != row) {
      if (column != x)
        out[y * w + x] = in[y * w + x] * 3;
      else
        out[y * w + x] = in[y * w] + 1;
    } else {
      out[y * w + x] = in[x] - 1;
    }
  }
}

// CHECK-LABEL: void offDiagonal_tiled(
// CHECK:         (x_first - 1 > y_first + 1 || x_first + 2 < y_first)
__global__ void offDiagonal(float *a, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h && x - 1 != y)
    a[y * w + x] += 1;
}

// CHECK-LABEL: void leave_tiled(
// CHECK:         if (x_first + 3 < n && (x_first > hole || x_first + 3 < hole)
__global__ void leave(float *a, int n, int hole) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= n || x == hole)
    return;
  a[x] = a[x] * 2 + 1;
}

// Differences wrap between outputs: they are tested for each.
// CHECK-LABEL: void wrap(
// CHECK:         a[x] = a[x] + 2;
__global__ void wrap(float *a, unsigned hole) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x - 2 != hole)
    a[x] = a[x] + 2;
}

static float *numbers(int n) {
  float *p, *h = (float *)malloc(n * sizeof(float));
  cudaMalloc(&p, n * sizeof(float));
  for (int i = 0; i < n; i++)
    h[i] = (i * 37 + 11) % 101 / 8.0f + 1;
  cudaMemcpy(p, h, n * sizeof(float), cudaMemcpyHostToDevice);
  free(h);
  return p;
}

static void print(const char *name, float *p, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, p, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += h[i] * (i % 13 + 1);
  printf("%s %.17g\n", name, sum);
  free(h);
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 36, h = argc > 2 ? atoi(argv[2]) : 20;
  int row = argc > 3 ? atoi(argv[3]) : 7, column = argc > 4 ? atoi(argv[4]) : 9;
  dim3 block(8, 4), grid((w + 7) / 8, (h + 3) / 4);
  float *a = numbers(w * h), *b = numbers(w * h), *square = numbers(w * w);
  if (column >= 0 && column < w) {
    relax<<<dim3((w + 7) / 8, (w + 3) / 4), block>>>(square, w, column);
    print("relax", square, w * w);
  }
  if (row >= 0 && row < h && row < w) {
    eliminate<<<grid, block>>>(a, b, h, w, row);
    print("eliminate", b, w * h);
  }
  source<<<grid, block>>>(a, b, 2.5f, h, w);
  print("source", a, w * h);
  cross<<<grid, block>>>(a, b, h, w, row, column);
  print("cross", b, w * h);
  offDiagonal<<<grid, block>>>(a, h, w);
  print("offDiagonal", a, w * h);
  leave<<<2, 32>>>(a, 61, column);
  wrap<<<2, 32>>>(a, row);
  wrap<<<2, 32>>>(a, ~1u);
  print("leave", a, w * h);
  return cudaDeviceSynchronize() != cudaSuccess;
}
