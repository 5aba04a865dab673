// Versions of inline kernels and of templates are for one file, wherever those
// are declared. What a class makes its friend has the linkage that it is first
// declared with.
// RUN: %tessera -q --cuda-path=none --no-transfers --array=in:shared %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ nvcc -arch=sm_90 -std=c++17 -diag-suppress 20050 -Werror all-warnings -c %t.cu -o %t.o %}
// SAME: same:

// CHECK:      template <class T> __global__ void late(const T *in, T *out, int n);
// CHECK-NEXT: template <class T> static __global__ void late_256(
template <class T> __global__ void late(const T *in, T *out, int n);

class Weights {
public:
  __host__ __device__ Weights(float half) : half(half) {}
// CHECK:      friend __global__ void first(Weights w, const float *in, float *out, int n);
// CHECK-NEXT: friend __global__ void first_256(
  friend __global__ void first(Weights w, const float *in, float *out, int n);

private:
  float half;
};

class Scale;
// CHECK:      inline __global__ void second(Scale w, const float *in, float *out, int n);
// CHECK-NEXT: inline static __global__ void second_256(
inline __global__ void second(Scale w, const float *in, float *out, int n);
class Scale {
// CHECK:      friend __global__ void second(Scale w, const float *in, float *out, int n);
// CHECK-NEXT: friend __global__ void second_256(
  friend __global__ void second(Scale w, const float *in, float *out, int n);
  float half = 0.5f;
};

// CHECK: {{^}}inline __global__ void first_256(
inline __global__ void first(Weights w, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 8 && i < n - 8) {
    float sum = 0;
    for (int k = -8; k <= 8; ++k)
      sum += in[i + k] * w.half;
    out[i] = sum;
  }
}

// CHECK: {{^}}inline static __global__ void second_256(
inline __global__ void second(Scale w, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 8 && i < n - 8) {
    float sum = 0;
    for (int k = -8; k <= 8; ++k)
      sum += in[i + k] * w.half;
    out[i] = sum;
  }
}

// CHECK: {{^}}static __global__ void late_256(
template <class T>
__global__ void late(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 8 && i < n - 8) {
    T sum = 0;
    for (int k = -8; k <= 8; ++k)
      sum += in[i + k];
    out[i] = sum;
  }
}

int main() {
  const int n = 4000;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = i % 13;
    out[i] = 0;
  }
  first<<<(n + 255) / 256, 256>>>(Weights(0.5f), in, out, n);
  first<<<(n + 127) / 128, 128>>>(Weights(0.25f), out, in, n);
  cudaDeviceSynchronize();
  second<<<(n + 255) / 256, 256>>>(Scale(), in, out, n);
  second<<<(n + 127) / 128, 128>>>(Scale(), out, in, n);
  cudaDeviceSynchronize();
  late<<<(n + 255) / 256, 256>>>(in, out, n);
  late<<<(n + 127) / 128, 128>>>(out, in, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += out[i] + in[i];
  return sum > 0 ? 0 : 1;
}
