// A subscript beyond its row is an error even where the next row begins.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s
// RUN: %tessera-run --no-check=bounds %s

__managed__ int a[4][8];

__global__ void fill() {
  __shared__ int tile[4][8];
  // CHECK: :[[@LINE+1]]:{{.*}} error: thread (8,0,0) of block (0,0,0) in kernel 'fill' uses subscript 8, which the array does not have [subscript-out-of-bounds]
  tile[0][threadIdx.x] = 1;
  a[threadIdx.x / 8][threadIdx.x % 8] = tile[0][threadIdx.x];
}

int main() {
  fill<<<1, 16>>>();
  cudaDeviceSynchronize();
}
