// A function that only exchanges pointers does so for its callers: the copies
// stay where they are.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#include <utility>

__global__ void step(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (0 < i && i < n - 1)
    out[i] = 0.5f * (in[i - 1] + in[i + 1]);
}

struct Grid {
  float *u, *v;
};

static float *a, *b;
// CHECK-NOT: c_dev
static float *c, *d;

// CHECK:      std::swap(g->u, g->v);
// CHECK-NEXT: // The copies on the device, too.
// CHECK-NEXT: std::swap(g->u_dev, g->v_dev);
static void exchange(Grid *g) {
  std::swap(g->u, g->v);
}

static void exchange() {
  float *old = a;
  a = b;
  b = old;
}

// Called on some paths of a statement: that is not followed.
static bool sometimes() {
  std::swap(c, d);
  return true;
}

static void advance(Grid *g, int n) {
  step<<<8, 128>>>(g->u, g->v, n);
}

int main(int argc, char **argv) {
  const int n = 1000;
  Grid g;
  cudaMallocManaged(&g.u, n * sizeof(float));
  cudaMallocManaged(&g.v, n * sizeof(float));
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  cudaMallocManaged(&d, n * sizeof(float));
  for (int i = 0; i < n; i++)
    g.u[i] = g.v[i] = a[i] = b[i] = i % 7;
  // CHECK:      for (int t = 0; t < 5; t++) {
  // CHECK-NEXT:   advance(&g, n);
  // CHECK-NEXT:   exchange(&g);
  // CHECK-NEXT:   step<<<8, 128>>>(a_dev, b_dev, n);
  // CHECK-NEXT:   CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT:   if (t % 3 == 1)
  // CHECK-NEXT:     exchange();
  // CHECK-NEXT: }
  for (int t = 0; t < 5; t++) {
    advance(&g, n);
    exchange(&g);
    step<<<8, 128>>>(a, b, n);
    if (t % 3 == 1)
      exchange();
  }
  // CHECK:      step<<<8, 128>>>(c, d, n);
  if (argc > 1 && sometimes())
    step<<<8, 128>>>(c, d, n);
  cudaDeviceSynchronize();
  // CHECK:      cudaMemcpy(g.u, g.u_dev
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(a, a_dev
  // CHECK-NEXT: printf
  printf("%g %g\n", g.u[n / 2], a[n / 2]);
}
