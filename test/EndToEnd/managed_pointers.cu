// Heat in a rod with run-time sizes: managed pointers in a function and in the
// file, exchanged in the time loop, looked at by the host now and then.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <utility>

#ifndef N
#define N 3001
#endif
#ifndef STEPS
#define STEPS 40
#endif
#define BLOCK 128
#define LOOK_EVERY 16

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      printf("%s\n", cudaGetErrorString(status));                              \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

static float *source; // what is added, changed by the host
static float *change; // how much each cell changed

__global__ void diffuse(const float *now, float *next, const float *source,
                        int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > 0 && i < n - 1)
    next[i] = 0.25f * (now[i - 1] + 2 * now[i] + now[i + 1]) + source[i];
}

__global__ void difference(const float *a, const float *b, float *change,
                           int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n)
    change[i] = a[i] - b[i];
}

__global__ void scale_part(float *x, float factor) {
  x[threadIdx.x] *= factor;
}

static float initial(int i) { return i * 37 % 64 / 8.0f; }
static float added(int i, int step) { return (i + step) % 16 / 64.0f; }

static void allocate_fields(int n) {
  CHECK(cudaMallocManaged(&source, n * sizeof(float)));
  CHECK(cudaMallocManaged(&change, n * sizeof(float)));
  for (int i = 0; i < n; i++) {
    source[i] = added(i, 0);
    change[i] = -1.0e6f;
  }
}

static void free_fields() {
  CHECK(cudaFree(source));
  CHECK(cudaFree(change));
}

static void initialise(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = initial(i);
}

static void advance(const float *now, float *next, int n) {
  diffuse<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(now, next, source, n);
}

static float largest(const float *x, int n) {
  float most = 0;
  for (int i = 0; i < n; i++)
    most = fmaxf(most, fabsf(x[i]));
  return most;
}

static double compare(const float *x, const float *reference, int n) {
  double error = 0;
  for (int i = 0; i < n; i++)
    error = fmax(error, fabs((double)x[i] - reference[i]));
  return error;
}

/// The same on the CPU; \returns the last largest change.
static float expected(float *now, int n) {
  float *next = (float *)malloc(n * sizeof(float));
  float most = 0;
  for (int i = 0; i < n; i++)
    now[i] = next[i] = initial(i);
  int changed = 0; // the step that changed the source
  for (int step = 0; step < STEPS; step++) {
    for (int i = 1; i < n - 1; i++)
      next[i] = 0.25f * (now[i - 1] + 2 * now[i] + now[i + 1]) +
                added(i, changed);
    if (step % LOOK_EVERY == LOOK_EVERY - 1) {
      most = 0;
      for (int i = 0; i < n; i++)
        most = fmaxf(most, fabsf(now[i] - next[i]));
      changed = step;
    }
    for (int i = 0; i < n; i++)
      now[i] = next[i];
  }
  for (int i = 64; i < 128; i++)
    now[i] *= 0.5f;
  free(next);
  return most;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  float *now, *next;
  CHECK(cudaMallocManaged(&now, n * sizeof(float)));
  CHECK(cudaMallocManaged(&next, n * sizeof(float), cudaMemAttachGlobal));
  allocate_fields(n);
  initialise(now, n);
  initialise(next, n);

  float most = 0;
  for (int step = 0; step < STEPS; step++) {
    advance(now, next, n);
    if (step % LOOK_EVERY == LOOK_EVERY - 1) {
      difference<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(now, next, change, n);
      CHECK(cudaDeviceSynchronize());
      most = largest(change, n);
      printf("step %d: largest change %.6f\n", step, most);
      for (int i = 0; i < n; i++)
        source[i] = added(i, step);
    }
    if (step % 2) {
      float *old = now;
      now = next;
      next = old;
    } else {
      std::swap(now, next);
    }
  }
  scale_part<<<1, 64>>>(now + 64, 0.5f);
  CHECK(cudaDeviceSynchronize());

  float *reference = (float *)malloc(n * sizeof(float));
  double error = fabs(most - expected(reference, n));
  error = fmax(error, compare(now, reference, n));
  bool ok = error < 1e-4;
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
  free_fields();
  free(reference);
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'source' is uploaded repeatedly and read back never [tessera-transferred]
// CHECK-DAG: remark: 'change' is uploaded {{.*}} and read back repeatedly [tessera-transferred]
// CHECK-DAG: remark: 'now' is uploaded once and read back once [tessera-transferred]
// CHECK-DAG: remark: 'next' is uploaded once and read back never [tessera-transferred]
