// Independent copies of page-locked memory, and launches, go on streams; the
// host waits where it uses the memory.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | grep -v '// CHECK\|// REMARK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 0
#include <stdio.h>
#include <stdlib.h>
#define N (1 << 18)
#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t e = (call);                                                    \
    if (e != cudaSuccess) {                                                    \
      fprintf(stderr, "%s\n", cudaGetErrorString(e));                          \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__global__ void f(const float *x, float *y) {
  for (int i = threadIdx.x; i < N; i += 64)
    y[i] = x[i] * 2;
}
__global__ void g(const float *x, float *y) {
  for (int i = threadIdx.x; i < N; i += 64)
    y[i] = x[i] + 1;
}

int main(int argc, char **argv) {
  size_t bytes = N * sizeof(float);
  int frames = argc > 1 ? atoi(argv[1]) : 2;
  float *a = (float *)malloc(bytes), *b, *ra, *rb;
  float *d_a, *d_b, *d_ra, *d_rb;
  CHECK(cudaMallocHost(&b, bytes));
  ra = (float *)malloc(bytes);
  rb = (float *)malloc(bytes);
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc(&d_b, bytes));
  CHECK(cudaMalloc(&d_ra, bytes));
  CHECK(cudaMalloc(&d_rb, bytes));
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i % 1000;
  double sum = 0;
  // CHECK:      cudaStream_t streams[2];
  // CHECK:      for (int t = 0; t < frames; t++) {
  // CHECK-NEXT:   a[t] += t;
  // CHECK-NEXT:   b[t] -= t;
  // CHECK-NEXT:   CHECK(cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, streams[0]));
  // CHECK-NEXT:   CHECK(cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, streams[1]));
  // CHECK-NEXT:   f<<<1, 64, 0, streams[0]>>>(d_a, d_ra);
  // CHECK-NEXT:   CHECK(cudaGetLastError());
  // CHECK-NEXT:   g<<<1, 64, 0, streams[1]>>>(d_b, d_rb);
  // CHECK-NEXT:   CHECK(cudaMemcpyAsync(ra, d_ra, bytes, cudaMemcpyDeviceToHost, streams[0]));
  // CHECK-NEXT:   CHECK(cudaMemcpyAsync(rb, d_rb, bytes, cudaMemcpyDeviceToHost, streams[1]));
  // CHECK-NEXT:   // Wait for what is under way.
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamSynchronize(streams[0]));
  // CHECK-NEXT:   sum += ra[t];
  // CHECK-NEXT:   // Wait for what is under way.
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamSynchronize(streams[1]));
  // CHECK-NEXT:   sum += rb[t];
  // CHECK-NEXT: }
  // CHECK-NEXT: for (cudaStream_t &stream : streams)
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamDestroy(stream));
  for (int t = 0; t < frames; t++) {
    a[t] += t;
    b[t] -= t;
    CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
    // REMARK: :[[@LINE+1]]:5: remark: the launches of 'f' and 'g' and the copies around overlap where they are independent, on 2 streams [tessera-launches-overlapped]
    f<<<1, 64>>>(d_a, d_ra);
    CHECK(cudaGetLastError());
    g<<<1, 64>>>(d_b, d_rb);
    CHECK(cudaMemcpy(ra, d_ra, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(rb, d_rb, bytes, cudaMemcpyDeviceToHost));
    sum += ra[t];
    sum += rb[t];
  }
  printf("%g\n", sum);
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_ra));
  CHECK(cudaFree(d_rb));
  free(a);
  CHECK(cudaFreeHost(b));
  free(ra);
  free(rb);
  return 0;
}
