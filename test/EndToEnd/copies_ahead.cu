// Strips that asynchronous copies bring ahead have the results of the user's:
// at sizes that no strip divides, without a first strip, with fewer strips than
// buffers, and round after round of a loop around them.
// RUN: %translate -q --plan=%S/Inputs/copies_ahead.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 1 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 64 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 33 96 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <cstdio>
#include <cstdlib>

// CHECK: #include <cuda_pipeline.h>

// CHECK: void multiply
// CHECK: float A_tile[4][32][33];
__global__ void multiply(const float *A, const float *x, float *y, int m,
                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    float sum = 0;
    for (int j = 0; j < n; ++j)
      sum += A[i * n + j] * x[j];
    y[i] = sum;
  }
}

// CHECK: void accumulate
// CHECK: double in_tile[3][32][17];
// CHECK: double out_tile[32][17];
__global__ void accumulate(const double *in, double *out, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    sum += in[i * n + j];
    out[i * n + j] = sum;
  }
}

// One tile after the other.
// CHECK: void scale
// CHECK: double in_tile[3][32][17];
// CHECK-NOT: in_tile[3]
// CHECK: double out_tile[32][17];
__global__ void scale(const double *in, double *out, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    double largest = 1;
    for (int j = 0; j < n; ++j)
      largest = fmax(largest, in[i * n + j]);
    for (int j = 0; j < n; ++j)
      out[i * n + j] = in[i * n + j] / largest;
  }
}

// CHECK: void product
// CHECK: float A_tile[3][8][
__global__ void product(const float *A, const float *B, float *C, int m,
                        int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < m) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += A[i * n + k] * B[k * m + j];
    C[i * m + j] = sum;
  }
}

// The strips begin again in each round of a loop, and not at 0.
// CHECK: void repeated
// CHECK: a_tile[2]
__global__ void repeated(const int *a, int *b, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    int sum = 0;
    for (int r = 0; r < 3; ++r)
      for (int j = r; j <= n - 1; j++)
        sum = sum * 3 + a[i * n + j];
    b[i] = sum;
  }
}

struct Body {
  float x, y, mass;
};

// Three words each.
// CHECK: void pull
// CHECK: __pipeline_memcpy_async(
__global__ void pull(const Body *bodies, float *force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int j = 0; j < n; ++j)
      sum += bodies[j].mass * (bodies[j].x - bodies[i].x) +
             (bodies[j].y - bodies[i].y);
    force[i] = sum;
  }
}

int main(int argc, char **argv) {
  const int m = argc > 1 ? atoi(argv[1]) : 77, n = argc > 2 ? atoi(argv[2]) : 45;
  const int cells = m * n + 1;
  float *A, *B, *C, *x, *y, *force;
  double *in, *out, *scaled;
  int *a, *b;
  Body *bodies;
  cudaMallocManaged(&A, cells * sizeof(float));
  cudaMallocManaged(&B, cells * sizeof(float));
  cudaMallocManaged(&C, m * m * sizeof(float));
  cudaMallocManaged(&x, (n + 1) * sizeof(float));
  cudaMallocManaged(&y, m * sizeof(float));
  cudaMallocManaged(&force, m * sizeof(float));
  cudaMallocManaged(&in, cells * sizeof(double));
  cudaMallocManaged(&out, cells * sizeof(double));
  cudaMallocManaged(&scaled, cells * sizeof(double));
  cudaMallocManaged(&a, cells * sizeof(int));
  cudaMallocManaged(&b, m * sizeof(int));
  cudaMallocManaged(&bodies, m * sizeof(Body));
  for (int i = 0; i < cells; ++i) {
    A[i] = i % 11 * 0.25f;
    B[i] = i % 7 - 3.0f;
    in[i] = i % 13 * 0.5;
    out[i] = 0;
    a[i] = i % 17;
  }
  for (int i = 0; i < n; ++i)
    x[i] = i % 5 * 0.5f;
  for (int i = 0; i < m; ++i)
    bodies[i] = {i % 3 * 1.0f, i % 4 * 2.0f, i % 5 * 0.5f};
  multiply<<<(m + 63) / 64, 64>>>(A, x, y, m, n);
  accumulate<<<(m + 31) / 32, 32>>>(in, out, m, n);
  scale<<<(m + 63) / 64, 64>>>(out, scaled, m, n);
  product<<<dim3((m + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(A, B, C, m, n);
  repeated<<<(m + 31) / 32, 32>>>(a, b, m, n);
  pull<<<(m + 31) / 32, 32>>>(bodies, force, m);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < m * m; ++i)
    sum = sum * 0.5 + C[i];
  for (int i = 0; i < m; ++i)
    sum = sum * 0.5 + y[i] + force[i] + b[i];
  for (int i = 0; i < m * n; ++i)
    sum = sum * 0.5 + out[i] + scaled[i];
  printf("%.17g\n", sum);
}
