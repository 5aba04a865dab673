// Independent launches run at the same time, on streams of their own: a launch
// waits for those it depends on, the host where it uses an array.
// RUN: %tessera -q --no-tiles --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 2
// RUN: %tessera -q --no-tiles --cuda-path=none --check %t.cu
#include <stdio.h>
#define N 32
__global__ float a[N], b[N], c[N], d[N];

__global__ void work(float *x, const float *y) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 16384; j++)
    sum = sum * 0.5f + y[(threadIdx.x + j) % N];
  x[threadIdx.x] = sum;
}

__global__ void both(float *x, const float *y, const float *z) {
  x[threadIdx.x] += y[threadIdx.x] + z[threadIdx.x];
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = d[i] = i;
  // CHECK:      cudaStream_t streams[3];
  // CHECK-NEXT: for (cudaStream_t &stream : streams)
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamCreate(&stream));
  // CHECK-NEXT: cudaEvent_t event;
  // CHECK-NEXT: CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  // CHECK-NEXT: // The device needs the host's values.
  // CHECK-NEXT: CUDA_CHECK(
  // CHECK-NEXT:   cudaMemcpyAsync(a_dev, a, sizeof(a), cudaMemcpyHostToDevice, streams[0]));
  // CHECK-NEXT: CUDA_CHECK(
  // CHECK-NEXT:   cudaMemcpyAsync(c_dev, c, sizeof(c), cudaMemcpyHostToDevice, streams[0]));
  // CHECK-NEXT: work<<<1, N, 0, streams[0]>>>(a_dev, c_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  work<<<1, N>>>(a, c);
  // CHECK-NEXT: // Wait for what is under way.
  // CHECK-NEXT: CUDA_CHECK(cudaStreamSynchronize(streams[0]));
  // CHECK-NEXT: if (argc > 2)
  if (argc > 2)
    c[3] = 2; // it is being uploaded
  // CHECK:      work<<<1, N, 0, streams[1]>>>(b_dev, d_dev);
  // CHECK:      both<<<1, N, 0, streams[1]>>>(d_dev, a_dev, b_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT: CUDA_CHECK(cudaEventRecord(event, streams[1]));
  // CHECK-NEXT: printf
  work<<<1, N>>>(b, d);
  both<<<1, N>>>(d, a, b);
  printf("started\n");
  // CHECK:      work<<<1, N, 0, streams[0]>>>(c_dev, a_dev);
  work<<<1, N>>>(c, a);
  // CHECK:        cudaMemcpyAsync(a, a_dev, sizeof(a), cudaMemcpyDeviceToHost, streams[2]));
  // CHECK-NEXT: // Wait for what is under way.
  // CHECK-NEXT: CUDA_CHECK(cudaStreamSynchronize(streams[2]));
  // CHECK-NEXT: printf
  printf("%g\n", a[5]);
  // CHECK-NEXT: CUDA_CHECK(cudaStreamWaitEvent(streams[0], event, 0));
  // CHECK:        cudaMemcpyAsync(b, b_dev, sizeof(b), cudaMemcpyDeviceToHost, streams[0]));
  // CHECK:      // Wait for what is under way.
  // CHECK-NEXT: CUDA_CHECK(cudaStreamSynchronize(streams[0]));
  // CHECK-NEXT: CUDA_CHECK(cudaEventDestroy(event));
  // CHECK-NEXT: for (cudaStream_t &stream : streams)
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamDestroy(stream));
  // CHECK-NEXT: for (int i
  for (int i = 0; i < N; i++)
    printf("%g %g %g %g\n", a[i], b[i], c[i], d[i]);
  return 0;
}
