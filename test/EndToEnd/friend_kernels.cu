// Classes have kernels as friends: versions of these are friends, too.
// RUN: %translate -q --coarsen=never --start=1 %s -o %t.cu
// RUN: %translate --coarsen=never --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <cstdio>

template <typename T> class Field;
template <typename T>
__global__ void weigh(const Field<T> *f, const float *w, float *out, int n);
class Pixel;
namespace image {
__global__ void blur(const Pixel *p, const float *w, float *out, int n);
}

class Pixel {
  // CHECK: friend __global__ void image::blur(const Pixel *, const float *, float *, int);
  // CHECK-NEXT: friend __global__ void image::blur_tiled(const Pixel *,
  friend __global__ void image::blur(const Pixel *, const float *, float *, int);
  float v;
};
template <typename T> class Field {
  // CHECK: friend __global__ void weigh<T>(const Field<T> *, const float *, float *, int);
  // CHECK-NEXT: friend __global__ void weigh_tiled<T>(const Field<T> *,
  friend __global__ void weigh<T>(const Field<T> *, const float *, float *, int);
  T v;
};

__global__ void image::blur(const Pixel *p, const float *w, float *out, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += p[i * n + k].v * w[k * n + j];
    out[i * n + j] = s;
  }
}

template <typename T>
__global__ void weigh(const Field<T> *f, const float *w, float *out, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += w[i * n + k] * f[k * n + j].v;
    out[i * n + j] = s;
  }
}

int main(int argc, char **) {
  const int n = 47 + argc;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  image::blur<<<grid, block>>>((const Pixel *)a, b, c, n);
  weigh<<<grid, block>>>((const Field<float> *)c, b, a, n);
  cudaDeviceSynchronize();
  double s = 0;
  for (int i = 0; i < n * n; ++i)
    s += (double)a[i] * (i % 11);
  printf("%g\n", s);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
