#include <cstdio>
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};
__global__ void halve(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 0.5f;
}
__global__ void count(const int *keys, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[keys[i] % 10], 1);
}
int main() {
  const int n = 1000;
  thrust::device_vector<float> x(n), y(n, 2.0f), z(n);
  thrust::sequence(x.begin(), x.end());
  halve<<<8, 128>>>(thrust::raw_pointer_cast(&x[0]), n);
  thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), Saxpy{3});
  halve<<<8, 128>>>(thrust::raw_pointer_cast(z.data()), n);
  printf("%g %g\n", float(z[10]), thrust::reduce(z.begin(), z.end(), 0.0f, thrust::plus<float>()));
  printf("%g\n", thrust::transform_reduce(thrust::device, x.begin(), x.end(), Square(), 0.0f, thrust::maximum<float>()));
  printf("%g\n", thrust::inner_product(x.begin(), x.begin() + 10, y.begin(), 0.0f));

  int *raw;
  cudaMalloc(&raw, n * sizeof(int));
  thrust::device_ptr<int> keys(raw);
  thrust::fill(keys, keys + n, 5);
  thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(n), keys, thrust::negate<int>());
  thrust::sort(keys, keys + n);
  printf("%d %d\n", int(keys[0]), int(keys[n - 1]));
  thrust::device_vector<int> bins(10);
  thrust::transform(keys, keys + n, keys, [] __host__ __device__ (int k) { return -k; });
  count<<<8, 128>>>(raw, bins.data().get(), n);
  thrust::exclusive_scan(bins.begin(), bins.end(), bins.begin());
  thrust::host_vector<int> h = bins;
  printf("%d %d\n", h[1], h[9]);
  auto last = thrust::unique(keys, keys + n);
  printf("%d\n", int(last - keys));
  thrust::host_vector<int> v(3), w(3);
  v[0] = 3; v[1] = 1; v[2] = 2; w[0] = 30; w[1] = 10; w[2] = 20;
  thrust::device_vector<int> dk = v, dv = w;
  thrust::sort_by_key(dk.begin(), dk.end(), dv.begin());
  thrust::copy(dv.begin(), dv.end(), w.begin());
  printf("%d %d %d\n", w[0], w[1], w[2]);
#ifdef HOST
  count<<<1, 3>>>(raw, thrust::raw_pointer_cast(w.data()), 3);
  cudaDeviceSynchronize();
#endif
  cudaFree(raw);
}
