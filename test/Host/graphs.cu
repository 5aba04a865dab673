// With --graphs, a loop that launches the same in every round replays several
// of them at a time: any number of rounds, also of launches without blocks.
// RUN: %tessera -q --no-tiles --graphs --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 8
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 23 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 61 1
// RUN: %tessera -q --no-tiles --graphs --cuda-path=none --check %t.cu
// RUN: %tessera -q --no-tiles --cuda-path=none %s | grep -v '//' | not grep cudaGraph
#include <stdio.h>
#include <stdlib.h>
#define N 256
__global__ float a[N], b[N];

__global__ void step(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (0 < i && i < n - 1)
    out[i] = 0.5f * (in[i - 1] + in[i + 1]) + i;
}

__global__ void shift(float *x) {
  __shared__ float copy[N];
  copy[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = copy[(threadIdx.x + 1) % N];
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 41, n = argc > 2 ? atoi(argv[2]) : N;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i % 7;
  // CHECK:      // For a graph of several rounds of the loop.
  // CHECK-NEXT: cudaStream_t stream;
  // CHECK-NEXT: CUDA_CHECK(cudaStreamCreate(&stream));
  // CHECK-NEXT: cudaGraph_t graph;
  // CHECK-NEXT: cudaGraphExec_t rounds = nullptr;
  // CHECK-NEXT: int uncaptured = 0;
  // CHECK:      for (int t = 0; t < steps; t++) {
  // CHECK-NEXT:   // 8 rounds at a time: captured once, then replayed.
  // CHECK-NEXT:   if (steps - t > 7 && (n + 63) / 64 > 0) {
  // CHECK-NEXT:     if (rounds) {
  // CHECK-NEXT:       CUDA_CHECK(cudaGraphLaunch(rounds, stream));
  // CHECK-NEXT:       t += 7;
  // CHECK-NEXT:       continue;
  // CHECK-NEXT:     }
  // CHECK-NEXT:     if (uncaptured == 0) {
  // CHECK-NEXT:       CUDA_CHECK(
  // CHECK-NEXT:         cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  // CHECK-NEXT:       uncaptured = 8;
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   step<<<(n + 63) / 64, 64, 0, stream>>>(a_dev, b_dev, n);
  // CHECK-NEXT:   CUDA_CHECK(launch_error());
  // CHECK-NEXT:   step<<<(n + 63) / 64, 64, 0, stream>>>(b_dev, a_dev, n);
  // CHECK-NEXT:   CUDA_CHECK(launch_error());
  // CHECK-NEXT:   if (uncaptured > 0 && --uncaptured == 0) {
  // CHECK-NEXT:     CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  // CHECK-NEXT:     CUDA_CHECK(cudaGraphInstantiate(&rounds, graph, 0));
  // CHECK-NEXT:     CUDA_CHECK(cudaGraphDestroy(graph));
  // CHECK-NEXT:     CUDA_CHECK(cudaGraphLaunch(rounds, stream));
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: // Wait for what is under way.
  // CHECK-NEXT: CUDA_CHECK(cudaStreamSynchronize(stream));
  // CHECK-NEXT: if (rounds) {
  // CHECK-NEXT:   CUDA_CHECK(cudaGraphExecDestroy(rounds));
  // CHECK-NEXT: }
  // CHECK-NEXT: CUDA_CHECK(cudaStreamDestroy(stream));
  for (int t = 0; t < steps; t++) {
    step<<<(n + 63) / 64, 64>>>(a, b, n);
    step<<<(n + 63) / 64, 64>>>(b, a, n);
  }
  // CHECK:      for (int t = 0; t < 300; t++) {
  // CHECK-NEXT:   // 16 rounds
  // CHECK-NEXT:   if (300 - t > 15) {
  // CHECK:        shift<<<1, N, 0, stream2>>>(a_dev);
  for (int t = 0; t < 300; t++)
    shift<<<1, N>>>(a);
  for (int i = 0; i < N; i++)
    printf("%g %g\n", a[i], b[i]);
  return 0;
}
