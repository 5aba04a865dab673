// The cache of constant memory serves a warp that reads one element at once: a
// tile would be no faster. Where the threads read different elements, it is.
// RUN: %tessera --cuda-path=none --gpu=sm_13 %s 2>&1 >%t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.cu
#define RADIUS 4
__constant__ float weights[2 * RADIUS + 1];
__constant__ float table[128];

__global__ void blur(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k <= 2 * RADIUS; k++)
    // CHECK: :[[@LINE+2]]:12: remark: 'weights' not staged: estimated gain 0.{{.*}} [tessera-does-not-pay]
    // CHECK: :[[@LINE+1]]:25: remark: staged 'in' in shared memory
    sum += weights[k] * in[i + k];
  // CODE: sum += weights[k] * in_tile[k + threadIdx.x];
  out[i] = sum;
}

__global__ void look(float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    // CHECK: :[[@LINE+1]]:12: remark: staged 'table' in shared memory
    sum += table[k + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1032 * sizeof(float));
  cudaMalloc(&out, 1024 * sizeof(float));
  blur<<<16, 64>>>(in, out);
  look<<<16, 64>>>(out);
  cudaDeviceSynchronize();
  return 0;
}
