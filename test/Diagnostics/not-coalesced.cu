// Each thread adds its own row: the tile would save nothing on a device whose
// cache keeps the sectors for the next iterations, and that does not copy
// asynchronously.
// RUN: %tessera --cuda-path=none --no-transfers --gpu=v100 %s 2>&1 >%t.cu | FileCheck %s
// RUN: diff %s %t.cu
// RUN: %tessera --cuda-path=none --no-transfers --gpu=Tesla-C1060 %s 2>&1 >/dev/null | FileCheck %s --check-prefix=OLD
// OLD: remark: staged 'in' in shared memory
__global__ void kernel(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    // CHECK: :[[@LINE+1]]:12: remark: 'in' not staged: warps access 8.00 times the sectors that neighbouring elements would need, and neither a tile nor another order of threads gains enough [tessera-not-coalesced]
    sum += in[i * n + k];
  out[i] = sum;
}

// Rows that all passes share would have a length that only run time knows: they
// could not be padded.
__global__ void normalise(float *m, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < columns; c++)
    // CHECK: :[[@LINE+1]]:12: remark: 'm' not staged: warps access 8.00 times
    sum += m[r * columns + c];
  for (int c = 0; c < columns; c++)
    m[r * columns + c] /= sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  kernel<<<1, 64>>>(in, out, 64);
  normalise<<<1, 32>>>(in, 64);
}
