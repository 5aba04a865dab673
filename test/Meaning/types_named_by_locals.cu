// Types that are named by way of local variables, or by names that a function
// gives them, in kernels that change.
// RUN: %meaning %s --options=--start=1
// PRINTS: 59 79 79 80 173080
#include <cstdio>
#include <vector>

__global__ void cross(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    float sum = a[y * w + x - 1] + a[y * w + x] + a[y * w + x + 1] +
                a[(y - 1) * w + x] + a[(y + 1) * w + x];
    decltype(sum) half = sum / 2;
    b[y * w + x] = half;
  }
}

__global__ void rows(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    __typeof__(x) right = x + 1;
    using Value = decltype(a[0] + 0);
    Value both = a[y * w + x - 1] + a[y * w + right];
    typeof(both) all = both + a[y * w + x];
    b[y * w + x] = all + sizeof(both) - alignof(decltype(both));
  }
}

__global__ void columns(const float *a, float *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    const auto up = a[(y - 1) * w + x];
    decltype(up) down = a[(y + 1) * w + x];
    auto sum = (decltype(x + 0.0f))(up + down);
    sum += static_cast<decltype(sum)>(a[y * w + x]);
    const decltype(sum) scaled = sum * (sizeof sum / sizeof(decltype(up)));
    b[y * w + x] = scaled;
  }
}

__global__ void dots(const float *a, const float *v, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    typedef decltype(n) Count;
    float sum = 0;
    for (Count k = 0; k < n; k++) {
      decltype(sum) part = a[k] * v[(i + k) % n];
      sum += part;
    }
    b[i] = sum;
  }
}

template <typename T> __global__ void means(const T *a, T *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    T sum = a[y * w + x - 1] + a[y * w + x] + a[y * w + x + 1];
    decltype(sum) mean = sum + 1;
    b[y * w + x] = mean;
  }
}

int main(int argc, char **) {
  int w = 64 * argc, h = 24 * argc, n = w * h;
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
  cross<<<grid, block>>>(a, b, w, h);
  print();
  rows<<<grid, block>>>(a, b, w, h);
  print();
  columns<<<grid, block>>>(a, b, w, h);
  print();
  means<<<grid, block>>>(a, b, w, h);
  print();
  dots<<<8, 64>>>(a, a + 9, b, 512);
  cudaMemcpy(v.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", v[6]);
  cudaFree(a);
  cudaFree(b);
}
