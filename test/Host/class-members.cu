// A class that allocates in its constructor and frees in its destructor: a
// method that launches leaves the host's copy valid, for callers that cannot
// name the member.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#include <utility>

__global__ void fill(float *x, float value, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = value + i;
}
__global__ void add(const float *x, float *y, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[i];
}

class Field {
  // CHECK:      float *data = nullptr, *other;
  // CHECK-NEXT: // Copies on the device.
  // CHECK-NEXT: float *data_dev = nullptr;
  // CHECK-NEXT: size_t data_bytes = 0;
  float *data = nullptr, *other;
  size_t n;

  // CHECK:      void once(size_t blocks) {
  // CHECK-NEXT:   add<<<blocks, 128>>>(other_dev, data_dev, n);
  // CHECK-NEXT:   CUDA_CHECK(launch_error());
  // CHECK-NEXT: }
  void once(size_t blocks) {
    add<<<blocks, 128>>>(other, data, n);
  }

public:
  explicit Field(size_t n, float *data = nullptr) : n(n) {
    // CHECK:      this->data_bytes = n * sizeof(float);
    // CHECK-NEXT: CUDA_CHECK(cudaMallocHost(&this->data, this->data_bytes));
    // CHECK-NEXT: CUDA_CHECK(device_malloc(&this->data_dev, this->data_bytes));
    // CHECK-NEXT: other_bytes = n * sizeof(float);
    cudaMallocManaged(&this->data, n * sizeof(float));
    cudaMallocManaged(&other, n * sizeof(float));
    fill<<<(n + 127) / 128, 128>>>(this->data, 1, n);
    cudaDeviceSynchronize();
    for (size_t i = 0; i < n; i++)
      other[i] = data ? data[i] : this->data[i];
  }
  Field(const Field &) = delete;
  // CHECK:      ~Field() {
  // CHECK-NEXT:   CUDA_CHECK(cudaFreeHost(data));
  // CHECK-NEXT:   CUDA_CHECK(cudaFree(data_dev));
  // CHECK-NEXT:   if (other) {
  // CHECK-NEXT:     CUDA_CHECK(cudaFreeHost(other));
  // CHECK-NEXT:     CUDA_CHECK(cudaFree(other_dev));
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  ~Field() {
    cudaFree(data);
    if (other)
      cudaFree(other);
  }

  void run(int times) {
    // CHECK:      cudaMemcpy(data_dev, data, data_bytes, cudaMemcpyHostToDevice)
    // CHECK:      cudaMemcpy(other_dev, other, other_bytes, cudaMemcpyHostToDevice)
    // CHECK-NEXT: for (int t = 0; t < times; t++) {
    // CHECK-NEXT:   once((n + 127) / 128);
    // CHECK-NEXT:   std::swap(data, other);
    // CHECK-NEXT:   // The copies on the device, too.
    // CHECK-NEXT:   std::swap(data_dev, other_dev);
    // CHECK-NEXT:   std::swap(data_bytes, other_bytes);
    // CHECK-NEXT: }
    // CHECK-NEXT: // The host needs
    // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(data, data_dev
    // CHECK:      cudaMemcpy(other, other_dev, other_bytes, cudaMemcpyDeviceToHost)
    // CHECK-NEXT: }
    for (int t = 0; t < times; t++) {
      once((n + 127) / 128);
      std::swap(data, other);
    }
  }

  // Another object, or the same under another name.
  void take(Field &from) {
    // CHECK:      fill<<<1, 32>>>(data_dev, 5, 32);
    // CHECK:      cudaMemcpy(data, data_dev
    // CHECK:      from.run(1);
    // CHECK-NEXT: from.run(2);
    // CHECK:      cudaMemcpy(data_dev, data,
    // CHECK:      cudaMemcpy(other_dev, other,
    // CHECK-NEXT: once(1);
    fill<<<1, 32>>>(data, 5, 32);
    cudaDeviceSynchronize();
    from.run(1);
    from.run(2);
    once(1);
    cudaDeviceSynchronize();
  }

  float at(size_t i) const { return data[i]; }
};

int main(int argc, char **argv) {
  // CHECK:      Field f(500 * argc), g(700);
  // CHECK-NEXT: f.run(3);
  Field f(500 * argc), g(700);
  f.run(3);
  cudaDeviceSynchronize();
  g.run(2);
  cudaDeviceSynchronize();
  g.take(f);
  f.take(f);
  printf("%g %g\n", f.at(10), g.at(20));
  Field *h = new Field(100);
  h->run(2);
  cudaDeviceSynchronize();
  printf("%g\n", h->at(99));
  delete h;
}
