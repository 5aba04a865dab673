// Pointers that are only compared, as assertions do, name no memory: what reads
// and writes there is as wide as without. Conditions about parameters alone are
// the same for all outputs of a thread.
// RUN: %tessera --cuda-path=none %s -o %t.cu -- 2>&1 | FileCheck %s
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// SAME: same: output
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <vector>

// CHECK: :[[@LINE+2]]:{{.*}} 'in' is accessed by 16 bytes at once where
// CHECK: :[[@LINE+1]]:{{.*}} 'out' is accessed by 16 bytes at once where
__global__ void asserted(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  assert(in != out && in != nullptr);
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    assert(out != nullptr);
    out[y * w + x] = in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] +
                     in[(y - 1) * w + x] + in[(y + 1) * w + x];
  }
}

// CHECK: :[[@LINE+2]]:{{.*}} 'in' is accessed by 16 bytes at once where
// CHECK: :[[@LINE+1]]:{{.*}} 'out' is accessed by 16 bytes at once where
__global__ void checked(const float *in, float *out, int w, int h, int rounds) {
  __builtin_assume(in != out);
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (in && out != nullptr && rounds > 0)
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
      out[y * w + x] = in[y * w + x] - in[y * w + x - 1] - in[y * w + x + 1] -
                       in[(y - 1) * w + x] - in[(y + 1) * w + x];
}

// CHECK: :[[@LINE+2]]:{{.*}} 'in' is accessed by 16 bytes at once where
// CHECK: :[[@LINE+1]]:{{.*}} 'out' is accessed by 16 bytes at once where
__global__ void joined(const float *in, float *out, int w, int h, int mode) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (in != out && mode == 3 && x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] +
                     in[(y - 1) * w + x] + in[(y + 1) * w + x];
}

// What memory holds may change.
// CHECK-NOT: 'of_memory' computes {{.*}} along
__global__ void of_memory(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (in[0] > 0 && x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = in[y * w + x] - in[y * w + x - 1] - in[y * w + x + 1] -
                     in[(y - 1) * w + x] - in[(y + 1) * w + x];
}

int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 96;
  int h = argc > 2 ? atoi(argv[2]) : 40;
  const size_t bytes = w * h * sizeof(float);
  std::vector<float> in(w * h), out(w * h);
  for (int i = 0; i < w * h; ++i)
    in[i] = i * 13 % 64;
  float *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_out, in.data(), bytes, cudaMemcpyHostToDevice);
  dim3 block(32, 8);
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  auto show = [&] {
    cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    float sum = 0;
    for (int i = 0; i < w * h; ++i)
      sum += (i % 11 + 1) * out[i];
    printf("%.0f\n", sum);
  };
  asserted<<<grid, block>>>(d_in, d_out, w, h);
  show();
  checked<<<grid, block>>>(d_in, d_out, w, h, 1);
  show();
  checked<<<grid, block>>>(d_in, d_out, w, h, 0);
  show();
  joined<<<grid, block>>>(d_in, d_out, w, h, 3);
  show();
  joined<<<grid, block>>>(d_in, d_out, w, h, 2);
  show();
  of_memory<<<grid, block>>>(d_in, d_out, w, h);
  show();
  cudaFree(d_in);
  cudaFree(d_out);
}
