// A shared scalar beside arrays that are staged is left alone: it has no element
// to put into a tile.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: remark: 'scale' not staged: it is one element, which each thread loads to a register [tessera-one-element]
// CHECK: remark: staged 'a' in shared memory
// CHECK: remark: staged 'b' in shared memory
// RUN: sed '1,/^#define/d' %t.cu | FileCheck %s --check-prefix=RESULT
// RESULT-NOT: scale_tile
// RESULT: sum += scale * a_tile
#define N 64
__device__ float scale;

__global__ void k(const float *a, const float *b, float *c) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += scale * a[y * N + k] * b[k * N + x];
  c[y * N + x] = sum;
}

int main() {
  float *a, *b, *c;
  cudaMalloc(&a, N * N * sizeof(float));
  cudaMalloc(&b, N * N * sizeof(float));
  cudaMalloc(&c, N * N * sizeof(float));
  k<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(a, b, c);
  cudaDeviceSynchronize();
}
