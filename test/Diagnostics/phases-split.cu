// A kernel whose later phase needs what other blocks do in the earlier one is
// split on request; that its barrier does not wait for them is then no mistake.
// RUN: %tessera --split-phases --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep -E 'tessera-phases|dependence' %t.err | FileCheck %s --implicit-check-not=warning:
// CHECK: :[[@LINE+1]]:17: remark: 'average' becomes 2 launches: a phase needs, or may need, what other blocks did in the one before [tessera-phases-split]
__global__ void average(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0;
  for (int j = 0; j < 128; ++j)
    a += x[j];
  p[i] = a / 128;
  __syncthreads();
  a = 0;
  for (int j = 0; j < 128; ++j)
    a += p[j];
  x[i] = a / 128;
}

// Not so where blocks only need what they did themselves.
// CHECK-NOT: mirror
__global__ void mirror(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = x[i];
  __syncthreads();
  x[i] = p[blockIdx.x * blockDim.x + 63 - threadIdx.x];
}

// CHECK: :[[@LINE+1]]:17: remark: 'smooth' becomes one cooperative launch with barriers of the grid, or, where its blocks do not fit on the device, 2 launches in each round of 't'
__global__ void smooth(float *x, float *p, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int t = 0; t < steps; t++) {
    p[i] = x[127 - i];
    __syncthreads();
    x[i] = p[i] * 0.5f;
    __syncthreads();
  }
}

// CHECK: :[[@LINE+1]]:17: remark: 'remember' becomes one cooperative launch with barriers of the grid:
__global__ void remember(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float old = x[i];
  p[i] = old;
  __syncthreads();
  x[i] = old + p[127 - i];
}

int main(int argc, char **) {
  float *x, *p;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMalloc(&p, 128 * sizeof(float));
  average<<<2, 64>>>(x, p);
  mirror<<<2, 64>>>(x, p);
  smooth<<<2, 64>>>(x, p, argc);
  remember<<<2, 64>>>(x, p);
  cudaFree(x);
  cudaFree(p);
}
