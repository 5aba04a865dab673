// A captured stream does nothing until its graph is launched, in any order that
// the graph allows: branches that join by events, kernels and copies.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed 1 %s | FileCheck %s
// RUN: %tessera-run --seed 2 %s | FileCheck %s
#include <stdio.h>

__global__ void add(int *a, int by) { a[threadIdx.x] += by; }
__global__ void sum(int *to, const int *a, const int *b) {
  __shared__ int both[32];
  both[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = both[31 - threadIdx.x];
}

int main() {
  int *a, *b, *c, *out;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&b, 32 * sizeof(int));
  cudaMalloc(&c, 32 * sizeof(int));
  cudaMallocHost(&out, 32 * sizeof(int));
  cudaMemset(a, 0, 32 * sizeof(int));
  cudaMemset(b, 0, 32 * sizeof(int));
  for (int i = 0; i < 32; i++)
    out[i] = -1;
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);

  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  add<<<1, 32, 0, s>>>(a, 1);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  add<<<1, 32, 0, t>>>(b, 10);
  cudaEventRecord(join, t);
  add<<<1, 32, 0, s>>>(a, 1);
  cudaStreamWaitEvent(s, join, 0);
  sum<<<1, 32, 0, s>>>(c, a, b);
  cudaMemcpyAsync(out, c, 32 * sizeof(int), cudaMemcpyDeviceToHost, s);
  cudaGraph_t graph;
  cudaGraphExec_t run;
  printf("%s\n", cudaGetErrorString(cudaStreamEndCapture(s, &graph)));
  cudaGraphInstantiate(&run, graph, 0);
  cudaGraphDestroy(graph);
  printf("captured: %d\n", out[0]);
  for (int i = 0; i < 3; i++)
    cudaGraphLaunch(run, s);
  cudaStreamSynchronize(s);
  // CHECK: no error
  // CHECK-NEXT: captured: -1
  // CHECK-NEXT: after 3: 36
  printf("after 3: %d\n", out[0]);
  cudaGraphLaunch(run, t);
  cudaGraphLaunch(run, s); // waits for the one before
  cudaGraphExecDestroy(run);
  cudaDeviceSynchronize();
  // CHECK-NEXT: after 5: 60
  printf("after 5: %d\n", out[31]);
  return 0;
}
