// Arrays carved out of dynamic shared memory begin where their type may.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void carved(const float *a, double *b) {
  extern __shared__ char memory[];
  float *first = (float *)memory;
  // CHECK: :[[@LINE+1]]:20: warning: 'second' begins at byte 12 of shared memory, which is no multiple of the 8 bytes of its elements [tessera-misaligned-array]
  double *second = (double *)(first + 3);
  if (threadIdx.x < 3)
    first[threadIdx.x] = a[threadIdx.x];
  second[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = second[31 - threadIdx.x] * first[0];
}

// Larger elements first.
__global__ void fine(const float *a, double *b) {
  extern __shared__ char memory[];
  double *first = (double *)memory;
  float *second = (float *)(first + 32);
  if (threadIdx.x < 3)
    second[threadIdx.x] = a[threadIdx.x];
  first[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = first[31 - threadIdx.x] * second[0];
}

int main() {
  float *a;
  double *b;
  cudaMalloc(&a, 32 * sizeof(float));
  cudaMalloc(&b, 32 * sizeof(double));
  carved<<<1, 32, 32 * sizeof(double) + 12>>>(a, b);
  fine<<<1, 32, 32 * sizeof(double) + 12>>>(a, b);
  cudaFree(a);
  cudaFree(b);
}
