// Waves in a box with run-time sizes: managed pointers in a structure that
// functions share, and in a class that allocates and frees them itself.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <utility>

#ifndef NX
#define NX 97
#endif
#ifndef NY
#define NY 61
#endif
#ifndef STEPS
#define STEPS 24
#endif
#define BX 32
#define BY 4

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      printf("%s\n", cudaGetErrorString(status));                              \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

struct Grid {
  int nx, ny;
  float *before, *now, *next;
};

__global__ void wave(const float *before, const float *now, float *next,
                     int nx, int ny) {
  int x = blockIdx.x * BX + threadIdx.x;
  int y = blockIdx.y * BY + threadIdx.y;
  if (0 < x && x < nx - 1 && 0 < y && y < ny - 1) {
    int i = y * nx + x;
    next[i] = 2 * now[i] - before[i] +
              0.25f * (now[i - 1] + now[i + 1] + now[i - nx] + now[i + nx] -
                       4 * now[i]);
  }
}

__global__ void add_scaled(float *sum, const float *x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] += factor * x[i];
}

static float initial(int x, int y) { return (x * 7 + y * 13) % 16 / 16.0f; }

static void open(Grid &g, int nx, int ny) {
  g.nx = nx;
  g.ny = ny;
  size_t bytes = sizeof(float) * nx * ny;
  CHECK(cudaMallocManaged(&g.before, bytes));
  CHECK(cudaMallocManaged(&g.now, bytes));
  CHECK(cudaMallocManaged(&g.next, bytes));
  CHECK(cudaMemset(g.next, 0, bytes));
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++)
      g.before[y * nx + x] = g.now[y * nx + x] = initial(x, y);
}

static void advance(Grid *g) {
  dim3 block(BX, BY);
  dim3 grid((g->nx + BX - 1) / BX, (g->ny + BY - 1) / BY);
  wave<<<grid, block>>>(g->before, g->now, g->next, g->nx, g->ny);
}

static void rotate(Grid *g) {
  float *oldest = g->before;
  g->before = g->now;
  g->now = g->next;
  g->next = oldest;
}

static void close(Grid &g) {
  CHECK(cudaFree(g.before));
  CHECK(cudaFree(g.now));
  CHECK(cudaFree(g.next));
}

/// A sum of fields with weights.
class Average {
  float *sum;
  int n;

public:
  explicit Average(int n) : n(n) {
    CHECK(cudaMallocManaged(&sum, n * sizeof(float)));
    clear();
  }
  Average(const Average &) = delete;
  ~Average() { cudaFree(sum); }

  void clear() {
    for (int i = 0; i < n; i++)
      sum[i] = 0;
  }
  void add(const float *x, float factor) {
    add_scaled<<<(n + 255) / 256, 256>>>(sum, x, factor, n);
    CHECK(cudaDeviceSynchronize());
  }
  float at(int i) const { return sum[i]; }
  int size() const { return n; }
};

/// The same on the CPU.
static void expected(float *sum, int nx, int ny) {
  float *before = (float *)malloc(sizeof(float) * nx * ny);
  float *now = (float *)malloc(sizeof(float) * nx * ny);
  float *next = (float *)calloc(nx * ny, sizeof(float));
  for (int i = 0; i < nx * ny; i++) {
    before[i] = now[i] = initial(i % nx, i / nx);
    sum[i] = 0;
  }
  for (int step = 0; step < STEPS; step++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int i = y * nx + x;
        next[i] = 2 * now[i] - before[i] +
                  0.25f * (now[i - 1] + now[i + 1] + now[i - nx] +
                           now[i + nx] - 4 * now[i]);
      }
    float *oldest = before;
    before = now;
    now = next;
    next = oldest;
    if (step % 8 == 7)
      for (int i = 0; i < nx * ny; i++)
        sum[i] += now[i] / (step + 1);
  }
  free(before);
  free(now);
  free(next);
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : NX, ny = argc > 2 ? atoi(argv[2]) : NY;
  Grid g;
  open(g, nx, ny);
  Average average(nx * ny);
  for (int step = 0; step < STEPS; step++) {
    advance(&g);
    rotate(&g);
    if (step % 8 == 7)
      average.add(g.now, 1.0f / (step + 1));
  }
  float *reference = (float *)malloc(sizeof(float) * nx * ny);
  expected(reference, nx, ny);
  double error = 0;
  for (int i = 0; i < average.size(); i++)
    error = fmax(error, fabs((double)average.at(i) - reference[i]));
  bool ok = error < 1e-3;
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  free(reference);
  close(g);
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// CHECK-DAG: remark: 'now' is uploaded once and read back never [tessera-transferred]
// CHECK-DAG: remark: 'sum' is uploaded repeatedly and read back repeatedly [tessera-transferred]
