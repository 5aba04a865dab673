// What must not happen during a capture fails as in CUDA, and ends the capture.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed 1 %s | FileCheck %s
#include <stdio.h>

__global__ void add(int *a) { a[threadIdx.x] += 1; }

static cudaStream_t s, t;
static int *a;

static void begin() {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  add<<<1, 32, 0, s>>>(a);
}
static void end(const char *what) {
  cudaGetLastError();
  cudaGraph_t graph;
  cudaError_t error = cudaStreamEndCapture(s, &graph);
  printf("%s: %s\n", what, cudaGetErrorString(error));
}

int main() {
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMemset(a, 0, 32 * sizeof(int));
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEvent_t event, outside;
  cudaEventCreate(&event);
  cudaEventCreate(&outside);
  cudaEventRecord(outside, t);

  // CHECK: synchronise: operation not permitted when stream is capturing
  // CHECK-NEXT: synchronise: operation failed due to a previous error during capture
  begin();
  printf("synchronise: %s\n", cudaGetErrorString(cudaStreamSynchronize(s)));
  end("synchronise");
  // CHECK-NEXT: device: operation failed
  begin();
  cudaDeviceSynchronize();
  end("device");
  // CHECK-NEXT: copy: operation would make the legacy stream depend
  // CHECK-NEXT: copy: operation failed
  begin();
  int b[32];
  printf("copy: %s\n", cudaGetErrorString(cudaMemcpy(
                           b, a, sizeof(b), cudaMemcpyDeviceToHost)));
  end("copy");
  // CHECK-NEXT: default stream: operation failed
  begin();
  add<<<1, 32>>>(a);
  end("default stream");
  // CHECK-NEXT: no blocks: invalid argument
  // CHECK-NEXT: no blocks: operation failed
  begin();
  add<<<0, 32, 0, s>>>(a);
  printf("no blocks: %s\n", cudaGetErrorString(cudaGetLastError()));
  end("no blocks");
  // CHECK-NEXT: allocation: operation failed
  begin();
  int *c;
  cudaMalloc(&c, 4);
  end("allocation");
  // CHECK-NEXT: outside: operation failed
  begin();
  cudaStreamWaitEvent(s, outside, 0);
  end("outside");
  // CHECK-NEXT: not joined: capturing stream has unjoined work
  begin();
  cudaEventRecord(event, s);
  cudaStreamWaitEvent(t, event, 0);
  add<<<1, 32, 0, t>>>(a);
  end("not joined");
  // CHECK-NEXT: event: operation not permitted on an event
  printf("event: %s\n", cudaGetErrorString(cudaEventSynchronize(event)));
  // CHECK-NEXT: other: capture was not ended in the same stream
  begin();
  cudaEventRecord(event, s);
  cudaStreamWaitEvent(t, event, 0);
  cudaGraph_t graph;
  printf("other: %s\n", cudaGetErrorString(cudaStreamEndCapture(t, &graph)));
  end("joined"); // CHECK-NEXT: joined: no error
  // CHECK-NEXT: a[0] = 0
  cudaMemcpy(b, a, sizeof(b), cudaMemcpyDeviceToHost);
  printf("a[0] = %d\n", b[0]);
  return 0;
}
