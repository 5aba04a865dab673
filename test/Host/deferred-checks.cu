// The host's test of one element in each round of a loop of launches is made on
// the device where nobody can see what later rounds do, and the host looks once
// behind the loop: with the same end in the first, a middle and the last round.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 --except=a,row,column %s %t.cu -- 0
// RUN: %tessera-verify --seeds 4 --except=a,row,column %s %t.cu -- 17
// RUN: %tessera-verify --seeds 4 --except=a,row,column %s %t.cu -- 36
// RUN: %tessera-verify --seeds 4 --except=a,row,column,work,sizes::best %s %t.cu -- 100
// RUN: %tessera-verify --seeds 4 --except=a,row,column,work,sizes::best %s %t.cu -- 104
// RUN: %tessera-verify --seeds 4 --except=a,row,column,work,sizes::best %s %t.cu -- 118
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | FileCheck %s --check-prefix=COPIES
// RUN: %tessera -q --cuda-path=none --check %t.cu
// RUN: %tessera --cuda-path=none --print=plan %s | FileCheck %s --check-prefix=PLAN
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 37
#define TINY 1e-6f
#define IS_BAD(x) (!isfinite(x) || fabsf(x) < TINY)

// PLAN: test of column[k + 1] in watch, its round in sum_stop
// PLAN-NEXT: test of sizes::best[1] in use, its round in b_stop
// PLAN-NEXT: test of a[k][k] in save, its round in pivot_stop

// COPIES-COUNT-4: stop_dev' to the host, 4 bytes
// COPIES-NOT: to the host, 4 bytes

// CHECK: float a[N][N], row[N], column[N];
// CHECK: // 1 + the 'k' at which the test of 'pivot' holds; 0: at none.
// CHECK-NEXT: static int pivot_stop;
__global__ float a[N][N], row[N], column[N];
__global__ int work[N];

namespace sizes {
__global__ int best[2];
}

// CHECK: void save(const float *a, float *row, float *column, int k,
// CHECK-NEXT: const float *p_dev, int *pivot_stop) {
// CHECK-NEXT: float p = *p_dev;
// CHECK-NEXT: // The host's test.
// CHECK-NEXT: if (IS_BAD(p))
// CHECK-NEXT: atomicCAS(pivot_stop, 0, k + 1);
__global__ void save(const float *a, float *row, float *column, int k,
                     float p) {
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N) {
    row[j] = a[k * N + j] / p;
    column[j] = a[j * N + k];
  }
}

// CHECK: void scale(float *row, const float *q_dev) {
// CHECK-NEXT: const float q = *q_dev;
__global__ void scale(float *row, const float q) { row[threadIdx.x] *= q; }

// CHECK: void eliminate(float *a, const float *row, const float *column,
// CHECK-NEXT: int k) {
__global__ void eliminate(float *a, const float *row, const float *column,
                          int k) {
  int i = blockIdx.y;
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N)
    a[i * N + j] = i == k ? row[j] : a[i * N + j] - column[i] * row[j];
}

__global__ void find(int *best, int *work, int r) {
  int t = threadIdx.x;
  work[t] = (work[t] * 3 + t + r) % 64;
  if (t == 0)
    best[1] = work[0] - 55;
}

// CHECK: void use(int *work, const int *b_dev, int *b_stop, int r_now) {
// CHECK-NEXT: int b = *b_dev;
// CHECK-NEXT: // The host's test.
// CHECK-NEXT: if (b > 0 && b != 7)
// CHECK-NEXT: atomicCAS(b_stop, 0, r_now + 1);
__global__ void use(int *work, int b) { work[threadIdx.x] += b & 1; }

// CHECK: void watch(float *sums, const float *sum_dev, int *sum_stop,
// CHECK-NEXT: int k_now) {
// CHECK-NEXT: // The host's test.
// CHECK-NEXT: if (isnan(*sum_dev) || *sum_dev > large)
// CHECK-NEXT: atomicCAS(sum_stop, 0, k_now + 1);
// CHECK-NEXT: sums[threadIdx.x] += 1;
// CHECK-NEXT: }
const float large = 1e30f;
__global__ void watch(float *sums) { sums[threadIdx.x] += 1; }

// No kernel gets the value.
static void watched() {
  // CHECK: watch<<<1, N>>>(row_dev, &column_dev[k + 1], sum_stop_dev, k);
  for (int k = 0; k < 3; k++) {
    float sum = column[k + 1];
    if (isnan(sum) || sum > large)
      exit(6);
    watch<<<1, N>>>(row);
  }
}

// Launches before the test, a counter that lives on and starts later.
static void steps() {
  int r;
  for (int pass = 0; pass < 2; pass++)
    // CHECK:      for (r = 2; r <= 20; r += 3) {
    // CHECK-NEXT:   find<<<1, N>>>(sizes::best_dev, work_dev, r);
    // CHECK-NEXT:   CUDA_CHECK(cudaGetLastError());
    // CHECK-NEXT:   use<<<1, N>>>(work_dev, &sizes::best_dev[1], sizes::b_stop_dev, r);
    // CHECK:      // The test of 'b', which the device has made.
    // CHECK-NEXT: if (sizes::b_stop) {
    // CHECK-NEXT:   r = sizes::b_stop - 1;
    // CHECK-NEXT:   printf("best at %d in pass %d\n", r, pass);
    // CHECK-NEXT:   exit(4);
    // CHECK-NEXT: }
    // SAY: remark: the launches of the loop over 'r' do not wait for the test of 'b': 'use' makes it, and the host looks once behind the loop [tessera-check-deferred]
    for (r = 2; r <= 20; r += 3) {
      find<<<1, N>>>(sizes::best, work, r);
      int b = sizes::best[1];
      if (b > 0 && b != 7) {
        printf("best at %d in pass %d\n", r, pass);
        exit(4);
      }
      use<<<1, N>>>(work, b);
    }
}

int main(int argc, char **argv) {
  int bad = argc > 1 ? atoi(argv[1]) : -1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? (i == bad ? 0 : 2 + i % 3) : 0;
  // CHECK:      for (int k = 0; k < N; k++) {
  // CHECK-NEXT:   save<<<2, 32>>>(a_dev[0], row_dev, column_dev, k, &a_dev[k][k],
  // CHECK-NEXT:                   pivot_stop_dev);
  // CHECK-NEXT:   CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT:   scale<<<1, N>>>(row_dev, &a_dev[k][k]);
  // CHECK:      // The host needs the device's values.
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(&pivot_stop, pivot_stop_dev, sizeof(pivot_stop),
  // CHECK-NEXT:                       cudaMemcpyDeviceToHost));
  // CHECK-NEXT: // On the diagonal.
  // CHECK-NEXT: // It must not be too small.
  // CHECK-NEXT: if (pivot_stop) {
  // CHECK-NEXT:   int k = pivot_stop - 1;
  // CHECK-NEXT:   fprintf(stderr, "singular\n");
  // CHECK:        return printf("no pivot in row %d\n", k), 3;
  // CHECK-NEXT: }
  for (int k = 0; k < N; k++) {
    float pivot = a[k][k]; // On the diagonal.
    // It must not be too small.
    if (IS_BAD(pivot)) {
      fprintf(stderr, "singular\n");
      return printf("no pivot in row %d\n", k), 3;
    }
    save<<<2, 32>>>(a, row, column, k, pivot);
    scale<<<1, N>>>(row, pivot);
    eliminate<<<dim3(2, N), 32>>>(a, row, column, k);
  }
  for (int t = 0; t < N; t++)
    work[t] = bad < 100 ? 0 : bad;
  steps();
  watched();
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += a[i][j] * (i + 2 * j);
  for (int t = 0; t < N; t++)
    sum += work[t];
  printf("%g\n", sum);
  return 0;
}
