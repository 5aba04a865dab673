// What a thread asks small objects, helpers that take addresses, and macros:
// where it stands, and which element it reads.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 70 | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=normal --cuda-path=none %t.cu | diff %t.cu -
// RUN: %tessera -q --cuda-path=none --coarsen=always %s -o %t.tiled.cu
// RUN: %tessera-verify %s %t.tiled.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.tiled.cu -- 131 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// SAME: same: output
#include <cstdio>
#include <cstdlib>

struct Place {
  __device__ int x() const { return blockIdx.x * blockDim.x + threadIdx.x; }
  __device__ int y() const { return blockIdx.y * blockDim.y + threadIdx.y; }
};
struct View {
  const float *p;
  __device__ float operator[](int i) const { return p[i]; }
};
class Matrix {
public:
  __device__ Matrix(float *data, int n) : data(data), n(n) {}
  __device__ float &at(int y, int x) { return data[y * n + x]; }
  __device__ float get(int y, int x) const { return data[y * n + x]; }
  __device__ bool has(int y, int x) const { return y < n && x < n; }

private:
  float *data;
  int n;
};
struct Counted {
  const float *p;
  int from;
  __device__ float operator[](int i) const { return p[from + i]; }
  __device__ float next(int i) { return p[from++ + i]; }
};
struct Spot {
  int x, y;
};
__device__ Spot spot() {
  Spot s;
  s.x = blockIdx.x * blockDim.x + threadIdx.x;
  s.y = blockIdx.y * blockDim.y + threadIdx.y;
  return s;
}
__device__ Spot beside(Spot s, int by) {
  s.x += by;
  return s;
}
__device__ void locate(int *x, int *y) {
  *x = blockIdx.x * blockDim.x + threadIdx.x;
  *y = blockIdx.y * blockDim.y + threadIdx.y;
}
__device__ void both(float *sum, float *last, const float *p, int n) {
  for (int i = 0; i < n; ++i) {
    *sum += p[i];
    *last = *sum;
  }
}
__device__ void pair(float *two, float v) {
  two[0] = v;
  two[1] = v + 1;
}
__device__ const float *row_of(const float *p, int i) { return p + i; }
#define COLUMN (blockIdx.x * blockDim.x + threadIdx.x)
#define INDEX(d) blockIdx.d * blockDim.d + threadIdx.d

// CHECK-LABEL: void places(
// CHECK-NEXT:    {{^ *}}int x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:    {{^ *}}int y = blockIdx.y * blockDim.y + threadIdx.y;
__global__ void places(const float *a, float *c, int n) {
  Place place;
  int x = place.x();
  int y = place.y();
  if (x < n && y < n)
    c[y * n + x] = a[x * n + y];
}

// CHECK-LABEL: void views(
// CHECK-NOT:     View
// CHECK:         sum += a[y * n + k] * a[k * n + x];
__global__ void views(const float *a, float *c, int n) {
  int x = INDEX(x), y = INDEX(y);
  View all = {a};
  float sum = 0;
  if (x < n && y < n) {
    for (int k = 0; k < n; ++k)
      sum += all[y * n + k] * View{a}[k * n + x];
    c[y * n + x] += sum;
  }
}

// CHECK-LABEL: void matrices(
// CHECK:         if (y < n && x < n)
// CHECK:           c.at(y, x) += data[y * n + x] * 0.5f;
__global__ void matrices(float *data, int n) {
  int x = COLUMN;
  int y = INDEX(y);
  Matrix c(data, n);
  if (c.has(y, x))
    c.at(y, x) += c.get(y, x) * 0.5f;
}

// What changes is asked where it is.
// CHECK-LABEL: void changing(
// CHECK:         sum += v_p[v_from + k + i] * 2;
// CHECK-NEXT:    float result = v_p[v_from + k + i];
// CHECK:         sum += w_p[w_from2 + i]
__global__ void changing(const float *a, float *c, int n) {
  int i = COLUMN;
  Counted v = {a, 0};
  Counted w = {a, 1};
  w.from += 1;
  float sum = 0;
  if (i < n) {
    for (int k = 0; k < 3; ++k) {
      sum += v[i] * 2;
      sum += v.next(i);
      sum += w[i];
    }
    c[i] += sum;
  }
}

// CHECK-LABEL: void addresses(
// CHECK:         int x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK:         int y = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK:             last = sum;
// CHECK:           two2[1] = v + 1;
__global__ void addresses(const float *a, float *c, int n) {
  int x, y;
  locate(&x, &y);
  float sum = 0, last = 1, two[2];
  if (x < n && y < n) {
    both(&sum, &last, row_of(a, y * n), n);
    pair(two, sum);
    c[y * n + x] += last + two[1];
    both(&sum, &sum, a, 2);
    c[y * n + x] += sum;
  }
}

// CHECK-LABEL: void spots(
// CHECK-NOT:     Spot
// CHECK:         c[{{.*}}y * n + {{.*}}x] +=
__global__ void spots(const float *a, float *c, int n) {
  const Spot s = spot();
  if (s.x < n - 1 && s.y < n) {
    const Spot t = beside(s, 1);
    c[s.y * n + s.x] += a[t.y * n + t.x];
  }
}

// In blocks of 16 x 8 and of 96 threads.
// CHECK-LABEL: void planes(
// CHECK-NEXT:    {{^ *}}int y = blockIdx.y * 8 + threadIdx.y;
// CHECK-NEXT:    {{^ *}}int x = blockIdx.x * 16 + threadIdx.x;
// CHECK-NEXT:    {{^ *}}int odd = (threadIdx.y * 16 + threadIdx.x) % 12;
__global__ void planes(const float *a, float *c, int n) {
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int y = blockIdx.y * 8 + (t >> 4);
  int x = blockIdx.x * 16 + (t & 15);
  int odd = (threadIdx.y * 16 + threadIdx.x) % 12;
  if (x < n && y < n)
    c[y * n + x] += a[y * n + x] + odd;
}
// CHECK-LABEL: void warps(
// CHECK-NEXT:    {{^ *}}int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK:         int j = (int)(threadIdx.x - 40) / 32 * 32 + (int)(threadIdx.x - 40) % 32;
__global__ void warps(const float *a, float *c, int n) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int i = blockIdx.x * blockDim.x + (warp << 5) + lane;
  int j = (int)(threadIdx.x - 40) / 32 * 32 + (int)(threadIdx.x - 40) % 32;
  if (i < n)
    c[i] += a[i] * 3 + j;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 33;
  float *a, *c;
  cudaMallocManaged(&a, (n * n + 9) * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n + 9; ++i)
    a[i] = i % 9 - 3;
  dim3 block(16, 8), grid((n + 15) / 16, (n + 7) / 8);
  places<<<grid, block>>>(a, c, n);
  views<<<grid, block>>>(a, c, n);
  matrices<<<grid, block>>>(c, n);
  changing<<<(n + 95) / 96, 96>>>(a, c, n);
  addresses<<<grid, block>>>(a, c, n);
  spots<<<grid, block>>>(a, c, n);
  planes<<<grid, block>>>(a, c, n);
  warps<<<(n + 95) / 96, 96>>>(a, c, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += c[i] * (i % 5 + 1);
  printf("%.1f\n", sum);
}
