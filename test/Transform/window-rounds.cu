// Where conditions about counters tell which neighbours are read, the rounds of
// the outer loop are rows of one window, also for outputs of a single row: it
// has those that are read and no others.
// RUN: %tessera -q --cuda-path=none --plan=%S/Inputs/window-rounds.yaml %s -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 97 39 | FileCheck %s --check-prefix=SAME
// SAME: same: output
#include <cstdio>
#include <cstdlib>
#include <vector>

// CHECK: {{^}}__global__ void cross{{.*}}(
// CHECK: __align__(16) float in_reg[3][12];
// CHECK-COUNT-3: *reinterpret_cast<const float4 *>
// CHECK: if (dx == 0 || dy == 0)
// CHECK-NEXT: sum[r] += weight[dy + 1][dx + 1] * in_reg[dy + 1][dx + r + 4];
__global__ void cross(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  const float weight[3][3] = {
      {0.0f, 0.125f, 0.0f}, {0.125f, 0.5f, 0.125f}, {0.0f, 0.125f, 0.0f}};
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    float sum = 0.0f;
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
      for (int dx = -1; dx <= 1; ++dx)
        if (dx == 0 || dy == 0)
          sum += weight[dy + 1][dx + 1] * in[(y + dy) * w + x + dx];
    out[y * w + x] = sum;
  }
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 96;
  int h = argc > 2 ? atoi(argv[2]) : 40;
  size_t bytes = (size_t)w * h * sizeof(float);
  std::vector<float> in(w * h), out(w * h);
  for (int i = 0; i < w * h; ++i)
    in[i] = i * 13 % 64;
  float *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_out, in.data(), bytes, cudaMemcpyHostToDevice);
  auto show = [&] {
    cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < w * h; ++i)
      sum += (i % 11 + 1) * out[i];
    printf("%.3f\n", sum);
  };
  dim3 block(32, 8);
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  cross<<<grid, block>>>(d_in, d_out, w, h);
  show();
  cudaFree(d_in);
  cudaFree(d_out);
}
