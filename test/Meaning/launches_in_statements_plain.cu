// Launches wherever an expression may stand, in a program with its own copies:
// the tool changes their kernels or leaves them.
// RUN: %meaning %s --options=--start=1
// RUN: %meaning %s --options=--improve-copies
// PRINTS: 78 78 79 80 81 81 82 83 84 85 86 8
#include <cstdio>
#include <vector>

__global__ void returned(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 0;
}
__global__ void inLambda(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 1;
}
__global__ void beforeIf(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 2;
}
__global__ void beforeFor(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 3;
}
__global__ void beforeSwitch(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 4;
}
__global__ void inComma(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 5;
}
__global__ void inChoice(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 6;
}
__global__ void atStep(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 7;
}
__global__ void inCondition(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                   a[(y + 1) * w + x] + 8;
}

static void run(const float *a, float *b, int w, int h) {
  return returned<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(a, b, w,
                                                                     h);
}

static void runIf(const float *a, float *b, int w, int h) {
  if (w > 4)
    return returned<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(a, b, w,
                                                                       h);
}

int main(int argc, char **) {
  int w = 64 * argc, h = 24 * argc, n = w * h, rounds = 0;
  std::vector<float> v(n);
  for (int i = 0; i < n; i++)
    v[i] = i % 41;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  cudaMemcpy(a, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  dim3 grid((w + 31) / 32, (h + 7) / 8), block(32, 8);
  auto print = [&] {
    cudaMemcpy(v.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g ", v[5 * w + 7]);
  };
  run(a, b, w, h);
  print();
  runIf(a, b, w, h);
  print();
  auto go = [&] { return inLambda<<<grid, block>>>(a, b, w, h); };
  go();
  print();
  if (beforeIf<<<grid, block>>>(a, b, w, h); w)
    print();
  for (beforeFor<<<grid, block>>>(a, b, w, h); rounds < 2; rounds++)
    print();
  switch (beforeSwitch<<<grid, block>>>(a, b, w, h); rounds) {
  default:
    print();
  }
  inComma<<<grid, block>>>(a, b, w, h), rounds++, print();
  w > 3 ? inChoice<<<grid, block>>>(a, b, w, h) : void();
  print();
  for (; rounds < 5; rounds++, atStep<<<grid, block>>>(a, b, w, h))
    ;
  print();
  while (inCondition<<<grid, block>>>(a, b, w, h), rounds++ < 7)
    ;
  print();
  printf("%d\n", rounds);
  cudaFree(a);
  cudaFree(b);
}
