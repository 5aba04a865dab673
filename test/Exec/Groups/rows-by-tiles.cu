// A sparse matrix by a vector, a tile of threads for each row; of tiles that a
// template chooses, in blocks of two dimensions and of an odd number of threads.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=1 %s | FileCheck %s
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

template <int Size, class T>
__global__ void multiply(const int *rows, const int *columns, const T *values,
                         const T *x, T *y, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<Size>(block);
  const int tiles = block.size() / Size * gridDim.x;
  for (int row = block.group_index().x * tile.meta_group_size() +
                 tile.meta_group_rank();
       row < n; row += tiles) {
    T sum = 0;
    for (int k = rows[row] + tile.thread_rank(); k < rows[row + 1];
         k += tile.num_threads())
      sum += values[k] * x[columns[k]];
#pragma unroll
    for (int d = Size / 2; d; d >>= 1)
      sum += tile.shfl_down(sum, d);
    if (!tile.thread_rank())
      y[row] = sum;
    tile.sync();
  }
}

__global__ void odd(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int sum = 0;
  if (tile.meta_group_rank() == 0)
    sum = cg::reduce(tile, 1, cg::plus<int>());
  out[threadIdx.x] = sum * 10 + tile.meta_group_size();
}

int main() {
  const int n = 200;
  std::vector<int> r(1, 0), c;
  std::vector<double> v;
  for (int i = 0; i < n; i++) {
    for (int k = i % 7; k < n; k += 3 + i % 19) {
      c.push_back(k);
      v.push_back(i % 3 + k % 5);
    }
    r.push_back(c.size());
  }
  int *rows, *columns;
  double *values, *x, *y;
  cudaMalloc(&rows, r.size() * sizeof(int));
  cudaMalloc(&columns, c.size() * sizeof(int));
  cudaMalloc(&values, v.size() * sizeof(double));
  cudaMallocManaged(&x, n * sizeof(double));
  cudaMallocManaged(&y, n * sizeof(double));
  cudaMemcpy(rows, r.data(), r.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(columns, c.data(), c.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(values, v.data(), v.size() * sizeof(double),
             cudaMemcpyHostToDevice);
  for (int i = 0; i < n; i++)
    x[i] = i % 11 - 4;
  int wrong = 0;
  auto check = [&] {
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = r[i]; k < r[i + 1]; k++)
        sum += v[k] * x[c[k]];
      wrong += y[i] != sum;
      y[i] = -1;
    }
  };
  multiply<4><<<3, 64>>>(rows, columns, values, x, y, n);
  check();
  multiply<8><<<3, dim3(16, 8)>>>(rows, columns, values, x, y, n);
  check();
  multiply<32><<<2, 96>>>(rows, columns, values, x, y, n);
  check();
  // CHECK: wrong 0
  printf("wrong %d\n", wrong);
  int *out;
  cudaMallocManaged(&out, 40 * sizeof(int));
  odd<<<1, 40>>>(out);
  cudaDeviceSynchronize();
  // CHECK-NEXT: 322 2
  printf("%d %d\n", out[31], out[39]);
  cudaFree(rows);
  cudaFree(columns);
  cudaFree(values);
  cudaFree(x);
  cudaFree(y);
  cudaFree(out);
}
