// Pointers that are members of one object: the function's own, or one that it
// gets. Sizes that are members count, as long as they stay the same.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | grep -v '// CHECK\|// REMARK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1
#include <stdio.h>
#include <stdlib.h>

__global__ void axpy(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += 0.5f * x[i];
}

class Solver {
public:
  explicit Solver(int n) : n(n) {
    x = new float[n];
    y = (float *)malloc(n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    for (int i = 0; i < n; i++)
      x[i] = y[i] = i;
  }
  ~Solver() {
    cudaFree(d_x);
    cudaFree(d_y);
    delete[] x;
    free(y);
  }
  // CHECK-LABEL: void run(
  // CHECK:      // The same in each round.
  // CHECK-NEXT: if (0 < steps)
  // CHECK-NEXT:   cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  // CHECK-NEXT: if (0 < steps)
  // CHECK-NEXT:   cudaMemcpy(this->d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
  // CHECK-NEXT: for (int s = 0; s < steps; s++) {
  // CHECK-NEXT:   axpy
  // CHECK-NEXT: }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: if (0 < steps)
  // CHECK-NEXT:   cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
  void run(int steps) {
    for (int s = 0; s < steps; s++) {
      cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
      cudaMemcpy(this->d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
      axpy<<<(n + 63) / 64, 64>>>(d_x, d_y, n);
      cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    }
  }
  void bump() { x[0] += 1; }
  void changing() {
    for (int s = 0; s < 3; s++) {
      // REMARK: :[[@LINE+1]]:7: {{.*}} the copy of 'x' to 'd_x' stays: line [[@LINE+3]] writes 'x', and line [[@LINE+2]] reads 'd_x'
      cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
      axpy<<<(n + 63) / 64, 64>>>(d_x, d_y, n);
      bump();
    }
  }
  void shrinking() {
    for (int s = 0; s < 3; s++) {
      // REMARK: :[[@LINE+1]]:7: {{.*}} stays: its size may change
      cudaMemcpy(d_x, x, used * sizeof(float), cudaMemcpyHostToDevice);
      axpy<<<(n + 63) / 64, 64>>>(d_x, d_y, n);
      used = 0;
    }
  }
  int n, used = 1;
  float *x, *y, *d_x = nullptr, *d_y = nullptr;
};

// CHECK-LABEL: static void outside(
// CHECK:      // The same in each round.
// CHECK-NEXT: if (0 < steps)
// CHECK-NEXT:   cudaMemcpy(s->d_x, s->x, s->n * sizeof(float), cudaMemcpyHostToDevice);
// CHECK-NEXT: for (
static void outside(Solver *s, int steps) {
  for (int t = 0; t < steps; t++) {
    cudaMemcpy(s->d_x, s->x, s->n * sizeof(float), cudaMemcpyHostToDevice);
    axpy<<<(s->n + 63) / 64, 64>>>(s->d_x, s->d_y, s->n);
  }
}

static void two(Solver &a, Solver &b) {
  for (int t = 0; t < 3; t++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} stays: 'x': it is a member of different objects
    cudaMemcpy(a.d_x, a.x, a.n * sizeof(float), cudaMemcpyHostToDevice);
    axpy<<<(a.n + 63) / 64, 64>>>(a.d_x, a.d_y, a.n);
    b.x[0] += 1;
  }
}

int main(int argc, char **argv) {
  Solver s(argc > 1 ? atoi(argv[1]) : 100), other(7);
  s.run(5);
  printf("%g\n", s.y[s.n - 1]);
  s.run(0);
  s.changing();
  s.shrinking();
  outside(&s, 2);
  two(s, s);
  two(s, other);
  s.run(1);
  printf("%g\n", s.y[0]);
  return 0;
}
