// Consecutive outputs share what they read in registers that rotate.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/average.cu -- | FileCheck %s

// CHECK-LABEL: void average(
// The tile has one cell of padding after every 8.
// CHECK:         __shared__ float in_tile[2374];
// CHECK:         float sum[8] = {};
// CHECK:         float in_reg[8];
// CHECK:         in_reg[r] = in_tile[r + threadIdx.x * 9 + r / 8];
// CHECK:         for (; step < 8 && t0 + step * 8 + 7 < N; ++step)
// CHECK:             in_reg[(u + 7) % 8] =
// CHECK-NEXT:            in_tile[threadIdx.x * 9 + step * 9 + u + 7 + (u + 7) / 8];
// CHECK:             sum[r] += in_reg[(u + r) % 8];
// What is left of the strip reads the tile.
// CHECK:         for (int t = t0 + step * 8; t < t0 + 64 && t < N; ++t)
// Results change threads, so that neighbours store neighbouring elements.
// CHECK:         sum_all[r + threadIdx.x * 9 + r / 8] = sum[r];
// CHECK:         __syncthreads();
// CHECK:         sum[r] = sum_all[r * 288 + threadIdx.x + threadIdx.x / 8];
// CHECK:         int i = blockDim.x * (blockIdx.x * 8 + r) + threadIdx.x;
// CHECK-NEXT:    if (i <= size - N)
// CHECK-NEXT:      out[i] = sum[r] / N;
// CHECK:         average<<<dim3(((n + 255) / 256 + 7) / 8), 256>>>
//--- plan.yaml
kernels:
  - kernel: average
    coarsen:
      - { axis: x, factor: 8, width: 8, exchange: true }
    stages:
      - loop: t
        steps: 64
        tiles:
          - { array: in, skew: 8, window: true }
//--- average.cu
__global__ void average(const float *in, float *out, int size, int N) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i <= size - N) {
    float sum = 0;
    for (int t = 0; t < N; ++t)
      sum += in[i + t];
    out[i] = sum / N;
  }
}
int main() {
  int n = 5000;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  average<<<(n + 255) / 256, 256>>>(in, out, n, 100);
}
