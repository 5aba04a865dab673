// The usual shape of an extension of PyTorch, against its own headers: a macro
// starts a kernel template in a lambda, once for each type.
// REQUIRES: nvcc, torch
// RUN: rm -rf %t && mkdir %t && cp %s %t/linear.cu && cd %t
// RUN: %tessera -q -o linear.tiled.cu linear.cu -- -std=c++17 %torch
// RUN: FileCheck %s --input-file=linear.tiled.cu
// RUN: %tessera-nvcc nvcc -arch=sm_80 -std=c++17 -Xcompiler -fPIC %torch -c linear.cu -o linear.o
// RUN: test -s linear.o
#include <torch/types.h>

// CHECK: __global__ void linear_forward_tiled(
// CHECK: __shared__ scalar_t input_tile
// CHECK: static void launch_linear_forward(dim3 grid, dim3 block,
// CHECK: if constexpr (std::is_same<scalar_t, double>::value) {
// CHECK: } else if constexpr (std::is_same<scalar_t, float>::value) {
// CHECK: launch_linear_forward<scalar_t>(grid, block,
template <typename scalar_t>
__global__ void linear_forward(const scalar_t *__restrict__ input,
                               const scalar_t *__restrict__ weight,
                               scalar_t *__restrict__ output, int rows,
                               int inner, int columns) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) {
    scalar_t sum = 0;
    for (int k = 0; k < inner; ++k)
      sum += input[row * inner + k] * weight[k * columns + column];
    output[row * columns + column] = sum;
  }
}

torch::Tensor linear(torch::Tensor input, torch::Tensor weight) {
  const int rows = input.size(0), inner = input.size(1),
            columns = weight.size(1);
  torch::Tensor output = torch::empty({rows, columns}, input.options());
  const dim3 block(16, 16);
  const dim3 grid((columns + 15) / 16, (rows + 15) / 16);
  AT_DISPATCH_FLOATING_TYPES(
      input.scalar_type(), "linear_forward", ([&] {
        linear_forward<scalar_t><<<grid, block>>>(
            input.data_ptr<scalar_t>(), weight.data_ptr<scalar_t>(),
            output.data_ptr<scalar_t>(), rows, inner, columns);
      }));
  return output;
}
