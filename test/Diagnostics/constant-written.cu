// Constant memory is for kernels to read.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__constant__ float weights[64];

__global__ void writes(const float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: 'weights' is in constant memory, which no kernel can write: copy to it from the host [tessera-constant-written]
  weights[threadIdx.x] = a[threadIdx.x];
}

__global__ void fine(float *a) { a[threadIdx.x] *= weights[threadIdx.x]; }

int main() {
  float host[64] = {};
  float *a;
  cudaMemcpyToSymbol(weights, host, sizeof(host));
  cudaMalloc(&a, 64 * sizeof(float));
  writes<<<1, 64>>>(a);
  fine<<<1, 64>>>(a);
  cudaFree(a);
}
