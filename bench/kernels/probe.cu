// What the device does at most: bytes copied per second, and instructions of
// each unit per second. Prints one line of JSON.
#include "harness.cuh"

constexpr int Rounds = 4096, Chains = 8;

__global__ void copy(const float4 *from, float4 *to, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < count)
    to[i] = from[i];
}

template <typename T> __device__ T step(T x, T y) { return x * y + x; }

// Chains of instructions that need not wait for each other.
template <typename T> __global__ void multiplyAdd(T *out, T by) {
  T x[Chains];
#pragma unroll
  for (int c = 0; c < Chains; ++c)
    x[c] = T(threadIdx.x + c);
#pragma unroll 16
  for (int r = 0; r < Rounds; ++r)
#pragma unroll
    for (int c = 0; c < Chains; ++c)
      x[c] = step(x[c], by);
  T sum = 0;
#pragma unroll
  for (int c = 0; c < Chains; ++c)
    sum += x[c];
  if (sum == T(42))
    out[0] = sum;
}

__global__ void roots(float *out) {
  float x[Chains];
#pragma unroll
  for (int c = 0; c < Chains; ++c)
    x[c] = threadIdx.x + c + 2;
#pragma unroll 16
  for (int r = 0; r < Rounds; ++r)
#pragma unroll
    for (int c = 0; c < Chains; ++c)
      x[c] = rsqrtf(x[c]);
  float sum = 0;
#pragma unroll
  for (int c = 0; c < Chains; ++c)
    sum += x[c];
  if (sum == 42)
    out[0] = sum;
}

int main() {
  cudaDeviceProp device;
  int driver;
  CHECK(cudaGetDeviceProperties(&device, 0));
  CHECK(cudaDriverGetVersion(&driver));
  const size_t bytes = size_t(1) << 30;
  float4 *a, *b;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMemset(a, 1, bytes));
  harness::Timer timer;
  auto best = [&](const std::function<void()> &run) {
    std::vector<double> all;
    for (int i = 0; i < 12; ++i)
      all.push_back(timer(run, 1));
    CHECK(cudaGetLastError());
    return harness::medianOf(all).Value / 1e3;
  };
  const int blocks = device.multiProcessorCount * 8, threads = 256;
  const double count = double(blocks) * threads * Rounds * Chains;
  double copied = 2.0 * bytes / best([&] {
                    copy<<<bytes / 16 / 256, 256>>>(a, b, bytes / 16);
                  });
  double fp32 = count / best([&] {
                  multiplyAdd<<<blocks, threads>>>((float *)b, 1.0001f);
                });
  double fp64 = count / best([&] {
                  multiplyAdd<<<blocks, threads>>>((double *)b, 1.0001);
                });
  double int32 =
      count / best([&] { multiplyAdd<<<blocks, threads>>>((int *)b, 3); });
  double special =
      count / best([&] { roots<<<blocks, threads>>>((float *)b); });
  printf("{\"device\": \"%s\", \"compute\": \"%d.%d\", \"processors\": %d, "
         "\"driver\": %d, \"runtime\": %d, \"bytes\": %.5g, \"fp32\": %.5g, "
         "\"fp64\": %.5g, \"int32\": %.5g, \"special\": %.5g}\n",
         device.name, device.major, device.minor, device.multiProcessorCount,
         driver, CUDART_VERSION, copied, fp32, fp64, int32, special);
}
