// Addresses in constant memory, in structures that the host copies over, and in
// arrays of such: kernels that take no pointer read and write what they name.
// RUN: %meaning %s --original
// PRINTS: 2080 40 / 2144 30 / 2208 64 / 2272 90
#include <cstdio>
#define N 64

struct View {
  int *cells;
  int count;
};
struct Nest {
  View views[2];
  const int *by;
};

__managed__ int first[N];
__managed__ int third[N];
__constant__ int *by_constant;
__constant__ View view;
__constant__ Nest nest;

__global__ void raise() { by_constant[threadIdx.x] += 1; }
__global__ void raise_view() {
  if (threadIdx.x < view.count)
    view.cells[threadIdx.x] += 2;
}
__global__ void raise_nest() {
  nest.views[1].cells[threadIdx.x] += *nest.by;
}
__global__ void raise_there(const View *v) {
  if (threadIdx.x < v->count)
    v->cells[threadIdx.x] += 4;
}

static void fill(int *a) {
  for (int i = 0; i < N; ++i)
    a[i] = i;
}
static int total(const int *a) {
  int sum = 0;
  for (int i = 0; i < N; ++i)
    sum += a[i];
  return sum;
}

int main() {
  fill(first);
  int *at = first;
  cudaMemcpyToSymbol(by_constant, &at, sizeof(at));
  raise<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%d ", total(first));
  first[7] = 39;
  raise<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%d / ", first[7]);

  int *second;
  cudaMallocManaged(&second, N * sizeof(int));
  fill(second);
  View host{second, N};
  cudaMemcpyToSymbol(view, &host, sizeof(host));
  raise_view<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%d ", total(second));
  second[7] = 28;
  raise_view<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%d / ", second[7]);

  int *three;
  cudaMallocManaged(&three, sizeof(int));
  *three = 3;
  fill(third);
  Nest both{{{second, N}, {third, N}}, three};
  cudaMemcpyToSymbol(nest, &both, sizeof(both));
  raise_nest<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%d ", total(third));
  third[7] = 59;
  *three = 5;
  raise_nest<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%d / ", third[7]);

  int fourth[N];
  fill(fourth);
  View on_device{nullptr, N}, *copied;
  cudaMalloc(&on_device.cells, sizeof(fourth));
  cudaMalloc(&copied, sizeof(View));
  cudaMemcpy(on_device.cells, fourth, sizeof(fourth), cudaMemcpyHostToDevice);
  cudaMemcpy(copied, &on_device, sizeof(View), cudaMemcpyHostToDevice);
  raise_there<<<1, N>>>(copied);
  cudaMemcpy(fourth, on_device.cells, sizeof(fourth), cudaMemcpyDeviceToHost);
  printf("%d ", total(fourth));
  fourth[7] = 86;
  cudaMemcpy(on_device.cells, fourth, sizeof(fourth), cudaMemcpyHostToDevice);
  raise_there<<<1, N>>>(copied);
  cudaMemcpy(fourth, on_device.cells, sizeof(fourth), cudaMemcpyDeviceToHost);
  printf("%d\n", fourth[7]);
  cudaFree(second);
  cudaFree(three);
  cudaFree(on_device.cells);
  cudaFree(copied);
}
