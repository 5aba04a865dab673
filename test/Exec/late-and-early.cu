// What is put into a stream takes effect as late as the rules allow, with an odd
// seed as early.
// RUN: %tessera-run --seed=0 %s | FileCheck %s --check-prefixes=CHECK,LATE
// RUN: %tessera-run --seed=2 %s | FileCheck %s --check-prefixes=CHECK,LATE
// RUN: %tessera-run --seed=1 %s | FileCheck %s --check-prefixes=CHECK,EARLY
#include <cstdio>

__global__ void say(const char *what, int i) { printf("%s %d\n", what, i); }
__device__ char first[] = "first", other[] = "other";

int main() {
  char *a, *b;
  cudaGetSymbolAddress((void **)&a, first);
  cudaGetSymbolAddress((void **)&b, other);
  cudaStream_t s, t;
  cudaEvent_t e;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreate(&t);
  cudaEventCreate(&e);
  say<<<1, 1, 0, s>>>(a, 1);
  cudaEventRecord(e, s);
  say<<<1, 1, 0, s>>>(a, 2);
  say<<<1, 1, 0, t>>>(b, 3);
  // EARLY: first 1
  // EARLY-NEXT: first 2
  // EARLY-NEXT: other 3
  // CHECK: host
  printf("host\n");
  // LATE-NEXT: first 1
  // CHECK-NEXT: event
  cudaEventSynchronize(e);
  printf("event\n");
  // A copy in the default stream waits for the streams that block it.
  // LATE-NEXT: other 3
  // CHECK-NEXT: copied
  char c;
  cudaMemcpyFromSymbol(&c, first, 1);
  printf("copied\n");
  // LATE-NEXT: not ready, first 2
  // EARLY-NEXT: ready
  // CHECK-NEXT: done
  bool ready = cudaStreamQuery(s) == cudaSuccess;
  printf(ready ? "ready\n" : "not ready, ");
  while (cudaStreamQuery(s) == cudaErrorNotReady)
    ;
  printf("done\n");
}
