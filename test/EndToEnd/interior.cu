// Threads whose outputs are all inside load what they read once, as vectors
// where rows allow it, and others make one output after the other: the results
// are the user's, whatever divides the sizes and wherever the arrays begin.
// RUN: %translate -q --plan=%S/Inputs/interior.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 7 5 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 64 24 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 72 33 1 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <cstdio>
#include <cstdlib>

#define RADIUS 2

// CHECK-LABEL: void star_tiled(
// CHECK:         if (y_first >= 2 && y_first + 1 < h - 2 &&
// CHECK-NEXT:        ((x_first >= 2 && x_first < w - 2) ||
// CHECK-NEXT:         (x_first + 3 >= 2 && x_first + 3 < w - 2))) {
// CHECK:           auto copyRow = [&](float *to, const float *from) {
// CHECK-NEXT:        if (x_first >= 2 && x_first + 3 < w - 2)
// CHECK-NEXT:          *reinterpret_cast<float4 *>(to) =
// CHECK-NEXT:          *reinterpret_cast<const float4 *>(from);
// CHECK-NEXT:        else
// CHECK:           __align__(16) float in_reg[6][12];
// CHECK:           *reinterpret_cast<float4 *>(&in_reg[r + 2][4]) =
// CHECK-NEXT:        *reinterpret_cast<const float4 *>(&in[i_first + r * w]);
// CHECK:           copyRow(&out[i_first + r * w], &out_reg[r][0]);
// CHECK:         } else {
__global__ void star(const float *in, float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 2 && x < w - 2 && y >= 2 && y < h - 2) {
    int i = y * w + x;
    out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w] + in[i - 2] +
             in[i + 2] + in[i - 2 * w] + in[i + 2 * w];
  }
}

// Exits, in the user's order of threads; the array is read and written in place.
// CHECK-LABEL: void inPlace_tiled(
// CHECK:         __align__(16) float a_reg[2][4];
// CHECK:         a_reg2[r][c2] = a_reg[r][c2] * 0.5f + b_reg[r][c2];
__global__ void inPlace(float *a, const float *b, int h, int w) {
  const unsigned x = threadIdx.x + blockIdx.x * blockDim.x;
  const unsigned y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= w || y >= h)
    return;
  a[y * w + x] = a[y * w + x] * 0.5f + b[y * w + x];
}

// An update, of elements of 8 bytes, and a condition that data decides inside.
// CHECK-LABEL: void update_tiled(
// CHECK:         *reinterpret_cast<double2 *>(
__global__ void update(double *sums, const double *terms, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < h) {
    if (x < w) {
      double term = terms[y * w + x];
      if (term > 3)
        term -= 1;
      sums[y * w + x] += term;
    }
  }
}

// Loops of known length choose registers; the weights' subscripts are uniform.
// CHECK-LABEL: void blur_tiled(
// Both loops are unrolled.
// CHECK:         for (int i = -RADIUS; i <= RADIUS; ++i) {
// CHECK-NEXT:      #pragma unroll
// CHECK-NEXT:      for (int j = RADIUS; j >= -RADIUS; --j) {
// CHECK:         in_reg[i + r + 2][c2 + j + 4];
__global__ void blur(const float *in, const float *weights, float *out, int h,
                     int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < RADIUS || x >= w - RADIUS || y < RADIUS || y >= h - RADIUS)
    return;
  float sum = 0;
  for (int i = -RADIUS; i <= RADIUS; ++i)
    for (int j = RADIUS; j >= -RADIUS; --j)
      sum += weights[(i + RADIUS) * (2 * RADIUS + 1) + j + RADIUS] *
             in[(y + i) * w + x + j];
  out[y * w + x] = sum;
}

// One of two branches stores; bytes; a row that all threads read.
// CHECK-LABEL: void choose_tiled(
// CHECK:         __align__(4) unsigned char out_reg[2][4];
// CHECK:         *reinterpret_cast<uchar4 *>(&out[(y_first + r) * w + x_first]) =
// CHECK-NEXT:      *reinterpret_cast<const uchar4 *>(&out_reg[r][0]);
__global__ void choose(const unsigned char *in, unsigned char *out, int h,
                       int w, int row) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    if (y == row)
      out[y * w + x] = in[row * w + x];
    else
      out[y * w + x] = in[y * w + x] - in[row * w + x];
  }
}

// What is stored is read again: it stays where it is.
// CHECK-LABEL: void again_tiled(
// CHECK-NOT:     out_reg
// CHECK:         out[(y_first + r) * w + x_first + c2] = in_reg[r][c2];
// CHECK-LABEL: void
__global__ void again(const int *in, int *out, int *more, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    out[y * w + x] = in[y * w + x];
    more[y * w + x] = out[y * w + x] + 1;
  }
}

// No condition; two subscripts; a pointer of several types of index.
__global__ void rows(const float (*in)[64], float (*out)[64]) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y][x] = in[y][x] - (x > 0 ? in[y][x - 1] : 0);
}

static float *numbers(int n, int more) {
  float *p;
  cudaMalloc(&p, (n + more) * sizeof(float));
  float *h = (float *)malloc((n + more) * sizeof(float));
  for (int i = 0; i < n + more; i++)
    h[i] = (i * 37 + 11) % 101 / 8.0f;
  cudaMemcpy(p, h, (n + more) * sizeof(float), cudaMemcpyHostToDevice);
  free(h);
  return p + more;
}

template <typename T> static void print(const char *name, T *p, int n) {
  T *h = (T *)malloc(n * sizeof(T));
  cudaMemcpy(h, p, n * sizeof(T), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += h[i] * (i % 13 + 1);
  printf("%s %.17g\n", name, sum);
  free(h);
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 68, h = argc > 2 ? atoi(argv[2]) : 21;
  int shift = argc > 3 ? atoi(argv[3]) : 0, n = w * h;
  dim3 block(8, 4), grid((w + 7) / 8, (h + 3) / 4);
  float *a = numbers(n, shift), *b = numbers(n, 0), *c = numbers(25, 0);
  star<<<grid, block>>>(a, b, h, w);
  print("star", b, n);
  inPlace<<<grid, block>>>(a, b, h, w);
  print("inPlace", a, n);
  blur<<<grid, block>>>(a, c, b, h, w);
  print("blur", b, n);
  double *sums, *terms, *values = (double *)malloc(n * sizeof(double));
  cudaMalloc(&sums, n * sizeof(double));
  cudaMalloc(&terms, n * sizeof(double));
  for (int i = 0; i < n; i++)
    values[i] = i % 7;
  cudaMemcpy(sums, values, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(terms, values, n * sizeof(double), cudaMemcpyHostToDevice);
  update<<<grid, block>>>(sums, terms, h, w);
  print("update", sums, n);
  unsigned char *bytes, *chosen;
  cudaMalloc(&bytes, n + shift);
  cudaMalloc(&chosen, n);
  cudaMemcpy(bytes, values, n + shift, cudaMemcpyHostToDevice);
  choose<<<grid, block>>>(bytes + shift, chosen, h, w, h / 2);
  print("choose", chosen, n);
  int *first, *second, *third;
  cudaMalloc(&first, n * sizeof(int));
  cudaMalloc(&second, n * sizeof(int));
  cudaMalloc(&third, n * sizeof(int));
  cudaMemset(first, 3, n * sizeof(int));
  again<<<grid, block>>>(first, second, third, h, w);
  print("again", third, n);
  float(*table)[64], (*differences)[64];
  cudaMalloc(&table, 16 * sizeof(*table));
  cudaMalloc(&differences, 16 * sizeof(*differences));
  cudaMemset(table, 1, 16 * sizeof(*table));
  rows<<<dim3(8, 4), block>>>(table, differences);
  print("rows", (float *)differences, 1024);
  return cudaDeviceSynchronize() != cudaSuccess;
}
