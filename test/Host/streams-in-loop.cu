// In a loop the streams are made once, before it; a return in the loop keeps
// them inside.
// RUN: %tessera -q --no-tiles --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1
// RUN: %tessera -q --no-tiles --cuda-path=none --check %t.cu
#include <stdio.h>
#define N 16
__global__ float a[N], b[N], w[N], s[2];

__global__ void work(float *x, const float *w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = x[i];
  for (int j = 0; j < 8192; j++)
    sum = sum * 0.5f + w[(i + j) % N];
  x[i] = sum;
}

__global__ void ends(const float *x, const float *y, float *r) {
  r[0] = x[0];
  r[1] = y[N - 1];
}

static void once() {
  work<<<2, N / 2>>>(a, w);
  work<<<2, N / 2>>>(b, w);
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = w[i] = i;
  // CHECK:      cudaStream_t streams[2];
  // CHECK:      for (int k = 0; k < 2; k++)
  // CHECK-NEXT:   for (int t
  // CHECK-NEXT:     if (t == 3
  // CHECK-NEXT:       break;
  // CHECK-NEXT:     work<<<2, N / 2, 0, streams[0]>>>(a_dev, w_dev);
  // CHECK:          CUDA_CHECK(cudaStreamWaitEvent(streams[1], event, 0));
  // CHECK-NEXT:     ends<<<1, 1, 0, streams[1]>>>(a_dev, b_dev, s_dev);
  // CHECK-NEXT:     CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT:     // Wait for what is under way.
  // CHECK-NEXT:     CUDA_CHECK(cudaStreamSynchronize(streams[1]));
  // CHECK-NEXT:     // The host needs this much
  // CHECK:        }
  // CHECK-NEXT: CUDA_CHECK(cudaEventDestroy(event));
  // CHECK-NEXT: for (cudaStream_t &stream : streams)
  // CHECK-NEXT:   CUDA_CHECK(cudaStreamDestroy(stream));
  for (int k = 0; k < 2; k++)
    for (int t = 0; t < 5; t++) {
      if (t == 3 && k == 0)
        break;
      work<<<2, N / 2>>>(a, w);
      printf("round %d\n", t);
      work<<<2, N / 2>>>(b, w);
      ends<<<1, 1>>>(a, b, s);
      printf("%g %g\n", s[0], s[1]);
    }
  // CHECK-NEXT: for (int t = 0; t < 5; t++) {
  // CHECK:        cudaStream_t streams2[2];
  // CHECK:          CUDA_CHECK(cudaStreamDestroy(stream));
  // CHECK-NEXT:   if (argc > 1
  for (int t = 0; t < 5; t++) {
    work<<<2, N / 2>>>(a, w);
    work<<<2, N / 2>>>(b, w);
    ends<<<1, 1>>>(a, b, s);
    if (argc > 1 && s[0] > 0)
      return 1;
  }
  once();
  printf("%g\n", a[3] + b[4]);
  return 0;
}
