// A kernel stays as it is if its phases need more than its statements say, or
// if one statement is the phases.
// RUN: %tessera --split-phases=launches --cuda-path=none %s 2> %t.err > %t.cu
// RUN: grep tessera-phases %t.err | FileCheck %s
// RUN: diff %s %t.cu

// CHECK: :[[@LINE+1]]:17: remark: 'remember' is not split into phases: 'old' has a value of an earlier phase; and it is no cooperative launch: its blocks may not fit on the device [tessera-phases-not-split]
__global__ void remember(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float old = x[i];
  p[i] = old;
  __syncthreads();
  if (i > 0)
    x[i] = old + p[i - 1];
}

// CHECK: :[[@LINE+1]]:17: remark: 'tile' is not split into phases: shared memory 's' may hold values of an earlier phase; and
__global__ void tile(float *x, float *p) {
  __shared__ float s[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = x[i];
  p[i] = s[threadIdx.x];
  __syncthreads();
  if (i > 0)
    x[i] = s[63 - threadIdx.x] + p[i - 1];
}

// CHECK: :[[@LINE+1]]:17: remark: 'changed' is not split into phases: the parameter 'f' changes; and
__global__ void changed(float *x, float *p, float f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  f = f * 0.5f;
  p[i] = x[i] * f;
  __syncthreads();
  if (i > 0)
    x[i] = p[i - 1] * f;
}

// CHECK: :[[@LINE+1]]:17: remark: 'guarded' is not split into phases: the condition 'x[i] < 0' may be another one when a later phase begins; and it is no cooperative launch: some threads leave early
__global__ void guarded(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] < 0)
    return;
  p[i] = x[i];
  __syncthreads();
  if (i > 0)
    x[i] = p[i - 1];
}

// CHECK: :[[@LINE+1]]:17: remark: 'inPlace' is not split into phases: the statement in line [[@LINE+4]] depends on what it does itself in other blocks
__global__ void inPlace(float *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0)
    x[i] += x[i - 1];
}

// CHECK: :[[@LINE+1]]:17: remark: 'waits' is not split into phases: blocks may wait for each other by volatile memory
__global__ void waits(float *x, float *p, volatile int *flag) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = x[i];
  while (flag[0] == 0)
    ;
  if (i > 0)
    x[i] = p[i - 1];
  flag[0] = 1;
}

// CHECK: :[[@LINE+1]]:17: remark: 'rounds' is not split into phases: how often the loop over 't' runs is not known where it is launched; and it is no cooperative launch: threads make different rounds of the loop over 't'
__global__ void rounds(float *x, float *p, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int t = 0; t < steps + (int)blockIdx.x; t++) {
    p[i] = x[i];
    __syncthreads();
    if (i > 0)
      x[i] = p[i - 1];
  }
}

// CHECK: :[[@LINE+1]]:17: remark: 'computed' is not split into phases: the size or the stream of a launch may change between phases; and
__global__ void computed(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = x[i];
  __syncthreads();
  if (i > 0)
    x[i] = p[i - 1];
}

// CHECK: :[[@LINE+1]]:17: remark: 'escapes' is not split into phases: its address is taken: not all launches are known
__global__ void escapes(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = x[i];
  __syncthreads();
  if (i > 0)
    x[i] = p[i - 1];
}

__global__ void early(float *x, float *p);
// CHECK: :[[@LINE+1]]:17: remark: 'early' is not split into phases: it is declared before its definition
__global__ void early(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = x[i];
  __syncthreads();
  if (i > 0)
    x[i] = p[i - 1];
}

int main(int argc, char **) {
  float *x, *p;
  int blocks = 100;
  cudaMalloc(&x, 64000 * sizeof(float));
  cudaMalloc(&p, 64000 * sizeof(float));
  remember<<<1000, 64>>>(x, p);
  tile<<<1000, 64>>>(x, p);
  changed<<<1000, 64>>>(x, p, 0.5f);
  guarded<<<100, 64>>>(x, p);
  inPlace<<<100, 64>>>(x);
  waits<<<100, 64>>>(x, p, (int *)p);
  rounds<<<100, 64>>>(x, p, argc);
  computed<<<blocks++, 64>>>(x, p);
  escapes<<<100, 64>>>(x, p);
  early<<<100, 64>>>(x, p);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, escapes);
  cudaFree(x);
  cudaFree(p);
}
