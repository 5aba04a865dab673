// Copies stay where not all that happens to their memory is known, or where
// something depends on them being made: each with its reason.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | diff %s -
// RUN: FileCheck %s < %t.err
#include <stdio.h>
#include <stdlib.h>
#define N 64

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
void elsewhere(int *x);
struct Kept {
  int *x;
};

static void async(int *other) {
  int *d, *h = (int *)malloc(N * sizeof(int));
  cudaMalloc(&d, N * sizeof(int));
  cudaMemcpyAsync(d, other, N * sizeof(int), cudaMemcpyHostToDevice);
  for (int t = 0; t < 3; t++) {
    // CHECK-DAG: :[[@LINE+1]]:5: remark: the copy of 'h' to 'd' stays: 'd': it is passed to 'cudaMemcpyAsync' [tessera-copy-kept]
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<1, N>>>(d);
  }
  cudaFree(d);
  free(h);
}

static void stream(cudaStream_t s) {
  int *d, h[N];
  cudaMalloc(&d, sizeof(h));
  for (int t = 0; t < 3; t++) {
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: 'd': a launch that uses it has a stream of its own
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    twice<<<1, N, 0, s>>>(d);
  }
  cudaFree(d);
}

static int escapes() {
  int *d, *h = (int *)malloc(N * sizeof(int)), *other = h;
  int *e, *g = (int *)malloc(N * sizeof(int));
  Kept kept = {h};
  cudaMalloc(&d, N * sizeof(int));
  cudaMalloc(&e, N * sizeof(int));
  for (int t = 0; t < 3; t++) {
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: 'h': a pointer to it is kept
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    kept.x[0]++;
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: 'g': it is passed to 'elsewhere', which is not in this file
    cudaMemcpy(e, g, N * sizeof(int), cudaMemcpyHostToDevice);
    elsewhere(g);
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: 'other' is not the start of memory that is followed
    cudaMemcpy(d, other, N * sizeof(int), cudaMemcpyHostToDevice);
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: 'd + 1' is not the start
    cudaMemcpy(d + 1, g, 4, cudaMemcpyHostToDevice);
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: its size may change
    cudaMemcpy(e, g, t * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<1, N>>>(d);
    twice<<<1, N>>>(e);
  }
  cudaFree(d);
  cudaFree(e);
  free(h);
  free(g);
  return kept.x != nullptr;
}

static int results(cudaMemcpyKind kind) {
  int *d, h[N] = {1};
  cudaMalloc(&d, sizeof(h));
  for (int t = 0; t < 3; t++) {
    // CHECK-DAG: :[[@LINE+1]]:25: {{.*}} stays: 'h': it is passed to 'cudaMemcpy'
    cudaError_t error = cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    h[1]++;
    // CHECK-DAG: :[[@LINE+1]]:9: {{.*}} stays: its result is used
    if (cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice) || error)
      return 1;
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: its direction is not known
    cudaMemcpy(d, h, sizeof(h), kind);
    twice<<<1, N>>>(d);
  }
  cudaFree(d);
  return 0;
}

static int jumps(int from) {
  int *d, h[N] = {1};
  cudaMalloc(&d, sizeof(h));
  switch (from) {
  case 1:
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: control flow around it is not followed
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  }
  cudaFree(d);
  return 0;
}

// Another file may call it while 'elsewhere' runs.
static int events[N];
void onEvent() { events[0]++; }
static void unseen(int *other) {
  int *d;
  cudaMalloc(&d, sizeof(events));
  for (int t = 0; t < 3; t++) {
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: 'events': 'onEvent', which uses it, may be called unseen
    cudaMemcpy(d, events, sizeof(events), cudaMemcpyHostToDevice);
    twice<<<1, N>>>(d);
    elsewhere(other);
  }
  cudaFree(d);
}

template <typename T> static void ofTemplate() {
  T *d, h[N] = {1};
  cudaMalloc(&d, sizeof(h));
  for (int t = 0; t < 3; t++) {
    // CHECK-DAG: :[[@LINE+1]]:5: {{.*}} stays: {{.*}}
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    twice<<<1, N>>>(d);
  }
  cudaFree(d);
}

int main() {
  int other[N];
  async(other);
  stream(nullptr);
  unseen(other);
  ofTemplate<int>();
  return escapes() + results(cudaMemcpyHostToDevice) + jumps(1);
}
