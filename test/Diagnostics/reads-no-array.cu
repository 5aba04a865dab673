// Kernels that read no array say so; one that reads any says why that has no
// tile.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >/dev/null | FileCheck %s --implicit-check-not=tessera-reads-no-array
__device__ float Kept[4096];
// CHECK: :[[@LINE+1]]:17: remark: kernel 'fill' not changed: it reads no array in global memory [tessera-reads-no-array]
__global__ void fill(float *out, float value) {
  out[blockIdx.x * 128 + threadIdx.x] = value;
}
// CHECK: :[[@LINE+1]]:17: remark: kernel 'nothing' not changed: it reads no array in global memory [tessera-reads-no-array]
__global__ void nothing() {}
// CHECK: :[[@LINE+1]]:17: remark: kernel 'exchange' not changed: it reads no array in global memory [tessera-reads-no-array]
__global__ void exchange(float *out) {
  __shared__ float tile[128];
  tile[threadIdx.x] = threadIdx.x * 0.5f;
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}
__global__ void copy(float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  // CHECK: :[[@LINE+1]]:12: remark: 'Kept' not staged: each element is read once per block [tessera-no-reuse]
  out[i] = Kept[i];
}

int main() {
  float *out;
  cudaMalloc(&out, 4096 * sizeof(float));
  fill<<<32, 128>>>(out, 2.0f);
  nothing<<<1, 1>>>();
  exchange<<<32, 128>>>(out);
  copy<<<32, 128>>>(out);
}
