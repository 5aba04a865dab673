// The memory of members: the copy is a member, too, wherever the object goes.
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

// Values in braces are for the first members: the copies come last.
// CHECK:      struct Grid {
// CHECK-NEXT:   float *u, *v;
// CHECK-NEXT:   int nx;
// CHECK-NEXT:   // Copies on the device.
// CHECK-NEXT:   float *u_dev = nullptr;
// CHECK-NEXT:   size_t u_bytes = 0;
// CHECK-NEXT:   float *v_dev = nullptr;
// CHECK-NEXT:   size_t v_bytes = 0;
// CHECK-NEXT: };
struct Grid {
  float *u, *v;
  int nx;
};

// CHECK:      float *w_dev = nullptr;
// CHECK-NEXT: };
struct Simulation {
  Grid grid = {nullptr, nullptr, 0};
  int steps = 0;
  float *w = nullptr;
};

static Simulation sim;

static void setup(Grid *g, int nx) {
  g->nx = nx;
  // CHECK:      g->u_bytes = nx * sizeof(float);
  // CHECK-NEXT: CUDA_CHECK(cudaMallocHost(&g->u, g->u_bytes));
  // CHECK-NEXT: CUDA_CHECK(device_malloc(&g->u_dev, g->u_bytes));
  cudaMallocManaged(&g->u, nx * sizeof(float));
  cudaMallocManaged(&g->v, nx * sizeof(float));
  for (int i = 0; i < nx; i++)
    g->u[i] = g->v[i] = i % 7;
}

// Launches only: its callers transfer.
// CHECK:      static void advance(Grid &g) {
// CHECK-NEXT:   step<<<(g.nx + 127) / 128, 128>>>(g.u_dev, g.v_dev, g.nx);
// CHECK-NEXT:   CUDA_CHECK(launch_error());
// CHECK-NEXT: }
static void advance(Grid &g) {
  step<<<(g.nx + 127) / 128, 128>>>(g.u, g.v, g.nx);
}

static void copy(const float *from, float *to, int n) {
  step<<<(n + 127) / 128, 128>>>(from, to, n);
}

static float look(const Grid &g) { return g.u[g.nx / 2]; }

// CHECK:      CUDA_CHECK(cudaFreeHost(g->u));
// CHECK-NEXT: CUDA_CHECK(cudaFree(g->u_dev));
// CHECK-NEXT: g->u_dev = nullptr;
// CHECK-NEXT: g->u_bytes = 0;
static void cleanup(Grid *g) {
  cudaFree(g->u);
  cudaFree(g->v);
}

// Of a member of a member of a variable of the file.
static void simulate() {
  // CHECK:      CUDA_CHECK(cudaMemcpy(sim.grid.u_dev, sim.grid.u, sim.grid.u_bytes,
  // CHECK-NEXT: cudaMemcpyHostToDevice
  // CHECK:      for (int i = 0; i < sim.steps; i++)
  // CHECK-NEXT:   advance(sim.grid);
  // CHECK:      CUDA_CHECK(cudaMemcpy(sim.w_dev, sim.w, 500 * sizeof(float),
  // CHECK:      copy(sim.grid.v_dev, sim.w_dev, sim.grid.nx);
  // CHECK:      CUDA_CHECK(cudaMemcpy(sim.w, sim.w_dev, 500 * sizeof(float),
  for (int i = 0; i < sim.steps; i++)
    advance(sim.grid);
  copy(sim.grid.v, sim.w, sim.grid.nx);
  cudaDeviceSynchronize();
  printf("%g\n", sim.w[20]);
}

int main(int argc, char **argv) {
  Grid g = {nullptr, nullptr};
  setup(&g, 1000 * argc);
  // CHECK:      cudaMemcpy(g.u_dev, g.u, g.u_bytes, cudaMemcpyHostToDevice)
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(g.v_dev, g.v, g.v_bytes, cudaMemcpyHostToDevice)
  // CHECK-NEXT: for (int t = 0; t < 10; t++) {
  // CHECK-NEXT:   advance(g);
  // CHECK-NEXT:   std::swap(g.u, g.v);
  // CHECK-NEXT:   // The copies on the device, too.
  // CHECK-NEXT:   std::swap(g.u_dev, g.v_dev);
  // CHECK-NEXT:   std::swap(g.u_bytes, g.v_bytes);
  // CHECK-NEXT: }
  for (int t = 0; t < 10; t++) {
    advance(g);
    std::swap(g.u, g.v);
  }
  // CHECK-NEXT: cudaDeviceSynchronize();
  // CHECK-NEXT: // The host needs
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(g.u, g.u_dev
  // CHECK-NEXT: printf
  cudaDeviceSynchronize();
  printf("%g\n", look(g));
  cleanup(&g);
  setup(&sim.grid, 500);
  cudaMallocManaged(&sim.w, 500 * sizeof(float));
  sim.w[0] = 1;
  sim.steps = argc + 2;
  simulate();
  cleanup(&sim.grid);
  cudaFree(sim.w);
}
