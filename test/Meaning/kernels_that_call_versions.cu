// Kernels that are launched through pointers, by macros and in templates call
// their versions for the blocks that these are for, and for no others.
// RUN: %meaning %s
// RUN: %meaning %s --options=--start=1
// RUN: %meaning %s --options=--no-transfers
// RUN: %meaning %s "--options=--coarsen=always --start=1"
// RUN: %tessera --cuda-path=none -q %s | FileCheck %s
// CHECK: static __device__ __noinline__ void
// CHECK-NEXT: {{^}}product_tiled(
// CHECK: product_tiled(a, b, c, n);
// CHECK: if constexpr (std::is_same<T, float>::value)
// PRINTS: product 8x8x1 55146, 16x16x1 55146, 32x8x1 55146, 16x16x2 55146
// PRINTS: sums float 9601, double 9601
#include <cstdio>

// tessera: assume block(16, 16)
__global__ void product(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n && threadIdx.z == 0) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

// The launches of an instance are in the text of all.
template <typename T>
__global__ void window(const T *__restrict__ in, T *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i + k];
  if (i < n)
    out[i] = sum;
}
#define FOR_TYPE(IsFloat, ...)                                                 \
  if (IsFloat) {                                                               \
    using T = float;                                                           \
    __VA_ARGS__();                                                             \
  } else {                                                                     \
    using T = double;                                                          \
    __VA_ARGS__();                                                             \
  }
static void sums(bool is_float, const void *in, void *out, int n) {
  FOR_TYPE(is_float, ([&] {
             window<T><<<(n + 127) / 128, 128>>>((const T *)in, (T *)out, n);
           }));
}

template <typename T> static int summed(bool is_float) {
  T *in, *out;
  cudaMallocManaged(&in, 512 * sizeof(T));
  cudaMallocManaged(&out, 512 * sizeof(T));
  for (int i = 0; i < 512; ++i)
    in[i] = i % 11;
  sums(is_float, in, out, 300);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 300; ++i)
    sum += (i % 3) * (int)out[i];
  cudaFree(in);
  cudaFree(out);
  return sum / 10;
}

void (*volatile start)(const float *, const float *, float *, int) = product;

static int weighed(const float *values, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i % 3) * (int)values[i];
  return sum;
}

int main() {
  const int n = 21;
  float *m;
  cudaMallocManaged(&m, 4 * n * n * sizeof(float));
  float *a = m, *b = m + n * n, *c = m + 2 * n * n;
  const char *before = "product ";
  for (dim3 block : {dim3(8, 8), dim3(16, 16), dim3(32, 8), dim3(16, 16, 2)}) {
    for (int i = 0; i < n * n; ++i)
      a[i] = i % 7, b[i] = i % 5, c[i] = 0;
    start<<<dim3(3, 3), block>>>(a, b, c, n);
    cudaDeviceSynchronize();
    printf("%s%ux%ux%u %d", before, block.x, block.y, block.z,
           weighed(c, n * n));
    before = ", ";
  }
  printf("\n");
  printf("sums float %d, double %d\n", summed<float>(true),
         summed<double>(false));
  cudaFree(m);
}
