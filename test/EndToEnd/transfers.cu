// Where copies are needed and where not: the host reads some arrays, sometimes.
// Simple memory model.
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 5000
#endif
#ifndef STEPS
#define STEPS 30
#endif
#define BLOCK 128
#define BLOCKS ((N + BLOCK - 1) / BLOCK)
#define SHOW_EVERY 10

__global__ float state[N], next[N], force[N];
__global__ int count;       // shared scalar: set by both sides
__global__ float log_of[N]; // written and read by the host alone

__global__ void advance(float *state, float *next, float *force) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    next[i] = 0.5f * state[i] + force[i];
}

__global__ void accept(float *state, float *next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    state[i] = next[i];
}

__global__ void count_large(float limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N && state[i] > limit)
    atomicAdd(&count, 1);
}

static void print_array(const char *name, float v[N]) {
  printf("%s:", name);
  for (int i = 0; i < N; i += (N + 4) / 5)
    printf(" %.3f", v[i]);
  printf("\n");
}

static float initial(int i) { return i * 53 % 400 / 16.0f; }
static float pushed(int i, int step) {
  return (i * 29 + step * 7) % 64 / 64.0f;
}

static float ref[N];

int main() {
  for (int i = 0; i < N; i++) {
    state[i] = ref[i] = initial(i);
    next[i] = -1.0e6f;
    force[i] = pushed(i, 0);
    log_of[i] = logf(1.0f + i);
  }

  int counts[STEPS];
  for (int step = 0; step < STEPS; step++) {
    advance<<<BLOCKS, BLOCK>>>(state, next, force);
    accept<<<BLOCKS, BLOCK>>>(state, next);
    count = 0;
    count_large<<<BLOCKS, BLOCK>>>(1.5f);
    counts[step] = count;
    if (step % SHOW_EVERY == SHOW_EVERY - 1) {
      printf("step %d: %d above the limit, ", step, count);
      print_array("state", state);
      for (int i = 0; i < N; i++)
        force[i] = pushed(i, step);
    }
  }
  print_array("log", log_of);

  double error = 0;
  bool ok = true;
  int last = 0; // the step that changed force
  for (int step = 0; step < STEPS; step++) {
    int expected = 0;
    for (int i = 0; i < N; i++) {
      ref[i] = 0.5f * ref[i] + pushed(i, last);
      expected += ref[i] > 1.5f;
    }
    ok = ok && counts[step] == expected;
    if (step % SHOW_EVERY == SHOW_EVERY - 1)
      last = step;
  }
  for (int i = 0; i < N; i++) {
    double difference = fabs(state[i] - ref[i]);
    ok = ok && difference < 1e-5;
    error = fmax(error, difference);
  }
  printf("max error %g\n", error);
  printf(ok ? "PASSED\n" : "FAILED\n");
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'state' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: 'force' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: 'next' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: each block updates 'count' in registers of its own{{.*}}[tessera-privatised]
