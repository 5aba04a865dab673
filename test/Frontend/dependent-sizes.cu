// Sizes of launches in a template that only its instances know.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>

template <class T> struct Size {
  T rows, columns;
};

__global__ void fill(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}

template <class T> void start(Size<T> size, float *out) {
  dim3 grid(size.rows);
  dim3 block(size.columns / 4, size.rows, 1), other{size.columns};
  dim3 all = block;
  auto count = size.rows;
  fill<<<grid, block>>>(out, size.columns);
  fill<<<grid, other>>>(out, size.columns);
  fill<<<count, all>>>(out, size.columns);
  for (auto row = size.rows; row > 0; --row)
    fill<<<dim3(row), dim3{size.columns}>>>(out, size.columns);
}

int main() {
  float *out;
  cudaMallocManaged(&out, 64 * sizeof(float));
  start(Size<unsigned>{4, 64}, out);
  cudaDeviceSynchronize();
  printf("%g\n", out[33]);
  cudaFree(out);
}
