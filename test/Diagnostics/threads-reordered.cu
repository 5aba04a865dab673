// Rows are numbered by threadIdx.x: neighbouring threads are a row apart.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >/dev/null | FileCheck %s
// CHECK: :[[@LINE+1]]:17: remark: the threads of 'kernel' are numbered in the order yxz: neighbours access neighbouring elements [tessera-threads-reordered]
__global__ void kernel(float *a, int n) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  int x = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * n + x] *= 2;
}

int main() {
  float *a;
  cudaMalloc(&a, 4096 * sizeof(float));
  kernel<<<dim3(4, 4), dim3(16, 16)>>>(a, 64);
}
