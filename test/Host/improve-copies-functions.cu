// What functions of the file do with global memory counts where they are called;
// inside of each, nothing is known of before.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#include <stdlib.h>
#define N 40

static float *field, *d_field, *d_next;

__global__ void diffuse(const float *a, float *b) {
  int i = threadIdx.x;
  if (i > 0 && i < N - 1)
    b[i] = 0.5f * (a[i - 1] + a[i + 1]);
  else if (i < N)
    b[i] = a[i];
}

static void setUp() {
  field = (float *)malloc(N * sizeof(float));
  cudaMalloc(&d_field, N * sizeof(float));
  cudaMalloc(&d_next, N * sizeof(float));
  for (int i = 0; i < N; i++)
    field[i] = i % 5;
}
static void launch() { diffuse<<<1, 64>>>(d_field, d_next); }
static void heat() { field[0] += 1; }
static float peek(const float *values) { return values[N / 2]; }

// CHECK:      static void step() {
// CHECK-NEXT:   cudaMemcpy(d_field, field,
// CHECK-NEXT:   launch();
// CHECK-NEXT:   cudaMemcpy(field, d_next,
// CHECK-NEXT: }
static void step() {
  cudaMemcpy(d_field, field, N * sizeof(float), cudaMemcpyHostToDevice);
  launch();
  cudaMemcpy(field, d_next, N * sizeof(float), cudaMemcpyDeviceToHost);
}

static void local(float *values) {
  float *d;
  cudaMalloc(&d, N * sizeof(float));
  cudaMemcpy(d, values, N * sizeof(float), cudaMemcpyHostToDevice);
  diffuse<<<1, 64>>>(d, d_next);
  cudaMemcpy(values, d_next, N * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
}

int main() {
  setUp();
  for (int t = 0; t < 3; t++)
    step();
  // CHECK:      // The same in each round.
  // CHECK-NEXT: cudaMemcpy(d_field, field,
  // CHECK-NEXT: for (int t = 0; t < 3; t++) {
  // CHECK-NEXT:   launch();
  // CHECK-NEXT: }
  // CHECK-NEXT: cudaMemcpy(field, d_next,
  for (int t = 0; t < 3; t++) {
    cudaMemcpy(d_field, field, N * sizeof(float), cudaMemcpyHostToDevice);
    launch();
  }
  cudaMemcpy(field, d_next, N * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", peek(field));
  // REMARK: :[[@LINE+2]]:5: {{.*}} stays: line [[@LINE+5]] writes 'field', and line [[@LINE+4]] reads 'd_field'
  for (int t = 0; t < 3; t++) {
    cudaMemcpy(d_field, field, N * sizeof(float), cudaMemcpyHostToDevice);
    // REMARK: :[[@LINE+2]]:5: {{.*}} stays: line [[@LINE+1]] writes 'd_next', and line [[@LINE+3]] reads 'field'
    launch();
    cudaMemcpy(field, d_next, N * sizeof(float), cudaMemcpyDeviceToHost);
    heat();
  }
  local(field);
  printf("%g %g\n", peek(field), field[0]);
  cudaFree(d_field);
  cudaFree(d_next);
  free(field);
  return 0;
}
