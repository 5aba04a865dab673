// A return that is not the whole of a branch is not a guard of what follows:
// such kernels are left alone.
// RUN: %tessera --cuda-path=none --no-transfers --gpu=sm_13 %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not=staged
// RUN: diff %s %t.cu
__global__ void inElse(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:3: remark: kernel 'inElse' not changed: it returns in the middle of a branch [tessera-unsupported-statement]
  if (i < n) {
    b[i] = 1.0f;
  } else
    return;
  for (int k = 0; k < 64; k++)
    b[i] += a[i + k];
}

__global__ void beforeElse(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:3: remark: kernel 'beforeElse' not changed: it returns in the middle of a branch
  if (i >= n) {
    b[i] = 3.0f;
    return;
  } else {
    b[i] = 1.0f;
  }
  for (int k = 0; k < 64; k++)
    b[i] += a[i + k];
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 1100 * sizeof(float));
  cudaMalloc(&b, 1024 * sizeof(float));
  inElse<<<4, 256>>>(a, b, 1000);
  beforeElse<<<4, 256>>>(a, b, 1000);
  cudaFree(a);
  cudaFree(b);
}
