// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=private-reuse --implicit-check-not=may-alias
__constant__ int M;
__device__ int N;
__global__ void add(const float *a, float *r, int w) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:11: remark: 'M' not staged: it is one element, which each thread loads to a register [tessera-one-element]
  if (x < M && x < N)
    r[x] = a[x] * w;
}
int main() {
  float *a, *r;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&r, 4096 * sizeof(float));
  add<<<32, 128>>>(a, r, 3);
}
