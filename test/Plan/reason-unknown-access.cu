// One access that is not known is the reason, whatever the others read: nobody
// can say that each element is read once.
// RUN: %tessera --cuda-path=none --no-transfers %s -o %t.cu 2>&1 | FileCheck %s
#define R 2
__device__ int inside(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }
// CHECK: :[[@LINE+5]]:12: remark: 'src' not staged: subscript is not affine: {{.*}} [tessera-non-affine]
__global__ void sharpen(const float *src, float *dst, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = src[x];
  for (int d = -R; d <= R; ++d)
    sum -= src[inside(x + d, n)];
  dst[x] = sum;
}

// CHECK: :[[@LINE+3]]:21: remark: 'src' not staged: subscript is not affine: 'at[x]' is read from memory [tessera-non-affine]
__global__ void twice(const float *src, const int *at, float *dst) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  dst[x] = src[x] * src[at[x]];
}

// CHECK-NOT: 'src' not staged: subscript
// CHECK: 'src' not staged: each element is read once per block [tessera-no-reuse]
__global__ void once(const float *src, float *dst) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  dst[x] = 2 * src[x];
}

int main() {
  float *src, *dst;
  int *at;
  cudaMalloc(&src, 4096 * sizeof(float));
  cudaMalloc(&dst, 512 * sizeof(float));
  cudaMalloc(&at, 512 * sizeof(int));
  sharpen<<<8, 64>>>(src, dst, 512);
  twice<<<8, 64>>>(src, at, dst);
  once<<<8, 64>>>(src, dst);
}
