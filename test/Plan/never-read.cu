// What no thread ever reads gets no tile, whatever it would have saved.
// RUN: %tessera --cuda-path=none --no-transfers --print=plan %s | FileCheck %s
struct Pair {
  int one, other[7];
};
__global__ void sums(const Pair *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 1; ++k)
    if (k >= 1)
      sum += a[i].one + a[i].other[0];
  b[i] = sum;
}

int main() {
  Pair *a;
  int *b;
  cudaMalloc(&a, 64 * sizeof(Pair));
  cudaMalloc(&b, 64 * sizeof(int));
  sums<<<1, 64>>>(a, b);
}

// CHECK: # sums 64x1x1
// CHECK-NOT: chosen
// CHECK: 'a' not staged
