// Where a thread's outputs stand at the end of a row, it reads no element that
// the array may not have, whichever of its rows that is.
// RUN: %meaning %s --original --options=--start=1
// RUN: %meaning %s --options=--start=2
// PRINTS: 137.03 31.25 -4.08
// PRINTS: 599.59 130.30 -2.09
#include <cstdio>
#include <vector>

// The right neighbour of the last row that is read is the array's last element.
__global__ void planes(const float *in, float *out, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (y < 1 || z < 1 || x + 1 >= w || y + 1 >= h || z + 1 >= d)
    return;
  float s = in[x + 1 + (y - 1) * w + (z + 1) * h * w];
  s += 2.0f * in[z * h * w + y * w + x + 1];
  s += in[x + 1 + y * w + (z + 1) * h * w];
  s -= 0.5f * in[(z * h + y) * w + x];
  s += in[((z + 1) * h + y + 1) * w + x + 1];
  out[z * h * w + y * w + x] = s;
}

__global__ void rows(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w - 2 && y < h - 2)
    out[y * w + x] = in[y * w + x + 2] + 4 * in[(y + 2) * w + x + 2] -
                     2 * in[(y + 1) * w + x + 2] + in[(y + 1) * w + x];
}

// The left neighbour of the first row is the first element.
__global__ void left(const int *in, int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w && y > 0 && y < h)
    out[y * w + x] = in[(y - 1) * w + x - 1] - 3 * in[y * w + x - 1] +
                     in[y * w + x] + in[(y - 1) * w + x];
}

template <class T, class Launch> static double run(int count, Launch launch) {
  std::vector<T> data(count);
  for (int i = 0; i < count; ++i)
    data[i] = T((i * 37 + i / 7) % 11);
  T *in, *out;
  cudaMalloc(&in, count * sizeof(T));
  cudaMalloc(&out, count * sizeof(T));
  cudaMemcpy(in, data.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, count * sizeof(T));
  launch(in, out);
  cudaMemcpy(data.data(), out, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += data[i] * double(i % 13 - 5);
  return sum / 64;
}

int main(int argc, char **argv) {
  const int sizes[2][3] = {{19 + argc, 9, 5}, {36 + argc, 14, 6}};
  for (auto [w, h, d] : sizes) {
    const dim3 flat(32, 8), cells((w + 31) / 32, (h + 7) / 8);
    const dim3 box(16, 4, 4), boxes((w + 15) / 16, (h + 3) / 4, (d + 3) / 4);
    printf("%.2f ", run<float>(w * h * d, [&](float *in, float *out) {
             planes<<<boxes, box>>>(in, out, w, h, d);
           }));
    printf("%.2f ", run<float>(w * h, [&](float *in, float *out) {
             rows<<<cells, flat>>>(in, out, w, h);
           }));
    printf("%.2f\n", run<int>(w * h, [&](int *in, int *out) {
             left<<<cells, flat>>>(in, out, w, h);
           }));
  }
}
