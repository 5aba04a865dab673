// That a kernel writes an array is no reason where threads share none of its
// elements: nothing would be gained if it did not.
// RUN: %tessera --cuda-path=none --no-transfers %s -o %t.cu 2> %t.err
// RUN: grep ' staged:' %t.err | FileCheck %s --implicit-check-not=remark:
__global__ void scale(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:3: remark: 'a' not staged: each element is read once per block [tessera-no-reuse]
  a[i] = 2 * a[i];
}

__global__ void accumulate(float *mine, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+2]]:5: remark: 'mine' not staged: each element is read once per block [tessera-no-reuse]
  for (int k = 0; k < n; k++)
    mine[i] += 1.0f / (1 + k);
}

__global__ void neighbours(float *field) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += field[blockIdx.x * 64 + k];
  // CHECK: :[[@LINE+1]]:3: remark: 'field' not staged: the kernel also writes it [tessera-written-in-scope]
  field[i + 4096] = sum;
}

int main() {
  float *a;
  cudaMalloc(&a, 8192 * sizeof(float));
  scale<<<16, 256>>>(a);
  accumulate<<<16, 256>>>(a, 7);
  neighbours<<<64, 64>>>(a);
}
