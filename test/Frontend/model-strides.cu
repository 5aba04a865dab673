// Threads that begin apart and go on by the same distance: the loop counts for
// the block, and a guard says which threads take part in the last round.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

// CHECK-LABEL: kernel kernel
__global__ void kernel(const float *in, float *out, int n, int stride,
                       unsigned wide) {
  // CHECK: loop 0: i0: from Bx * bx while < n step Bx * Gx, i = i0 + tx
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    out[i] = in[i];
  // CHECK: loop 1: j0: from 0 while < n + 1 step Bx, j = j0 + tx
  for (size_t j = threadIdx.x; j <= n; j += blockDim.x)
    out[j] = in[j];
  // The same in all threads.
  // CHECK: loop 2: y: from bx while < n step Gx
  for (int y = blockIdx.x; y < n; y += gridDim.x)
    out[y] = in[y];
  // CHECK: loop 3: i1: from 0 while < n step Bx * By, i = i1 + Bx * ty + tx
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * blockDim.y)
    out[i] = in[i];
  // A parameter must be positive.
  // CHECK: loop 4: i2: from 0 while < n step stride, i = i2 + tx
  for (int i = threadIdx.x; i < n; i = i + stride)
    out[i] = in[i];
  // CHECK: loop 5: i_4: opaque
  for (int i = threadIdx.x; i < n; i += stride * blockDim.x)
    out[i] = in[i];
  // The last round is not the same for all threads.
  // CHECK: loop 6: k: from tx while < tx + wide step Bx
  for (int k = threadIdx.x; k < wide + threadIdx.x; k += blockDim.x)
    out[k] = in[k];
  // CHECK: loop 7: k_2: opaque
  for (int k = n; k > threadIdx.x; k -= blockDim.x)
    out[k] = in[k];
  // CHECK: loop 8: k_3: opaque
  for (int k = threadIdx.x; k != n; k += blockDim.x)
    out[k] = in[k];
  // The counter is seen behind the loop.
  // CHECK: loop 9: m: from tx while < n step Bx
  int m;
  for (m = threadIdx.x; m < n; m += blockDim.x)
    out[m] = in[m];
  out[m] = 0;
}
// CHECK: must not be negative: n + 1
// CHECK: must not be negative: stride - 1

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  kernel<<<4, 32>>>(in, out, argc, argc, argc);
}
