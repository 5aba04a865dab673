// Memory that functions get through parameters: what they may point into is
// known from all calls; what may be the same memory changes together.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | grep -v '// CHECK\|// REMARK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 97 3
#include <stdio.h>
#include <stdlib.h>

__global__ void blur(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 0.5f + (i > 0 ? in[i - 1] : 0);
}

// CHECK-LABEL: static void run(
// CHECK:        // The same in each round.
// CHECK-NEXT:   if (0 < rounds)
// CHECK-NEXT:     cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);
// CHECK-NEXT:   for (int r = 0; r < rounds; r++) {
// CHECK-NEXT:     blur
// CHECK-NEXT:     cudaDeviceSynchronize();
// CHECK-NEXT:   }
// CHECK-NEXT:   // The last values are enough.
// CHECK-NEXT:   if (0 < rounds)
// CHECK-NEXT:     cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
static void run(float *in, float *out, int n, int rounds) {
  float *d_in, *d_out;
  size_t bytes = n * sizeof(float);
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  for (int r = 0; r < rounds; r++) {
    cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);
    blur<<<(n + 31) / 32, 32>>>(d_in, d_out, n);
    cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(d_in);
  cudaFree(d_out);
}

// One caller passes the same twice.
static void inPlace(float *in, float *out, float *d_in, float *d_out, int n) {
  for (int r = 0; r < 3; r++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} the copy of 'in' to 'd_in' stays: line [[@LINE+4]] writes 'in', and line [[@LINE+2]] reads 'd_in'
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    blur<<<(n + 31) / 32, 32>>>(d_in, d_out, n);
    // REMARK: :[[@LINE+1]]:5: {{.*}} the copy of 'd_out' to 'out' stays
    cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
}

static float *table;
static void update() { table[0] += 1; }
// Its caller passes what a function that it calls changes by name.
static void byName(float *in, float *d_in, float *d_out, int n) {
  for (int r = 0; r < 3; r++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} the copy of 'in' to 'd_in' stays: line [[@LINE+3]] writes 'in'
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    blur<<<(n + 31) / 32, 32>>>(d_in, d_out, n);
    update();
  }
}

static void unknown(float *in, float *d_in, float *d_out, int n) {
  for (int r = 0; r < 3; r++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} stays: 'in': a caller passes memory that is not followed
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    blur<<<(n + 31) / 32, 32>>>(d_in, d_out, n);
  }
}

struct Kept {
  float *values;
};
static void kept(float *in, float *d_in, float *d_out, int n, Kept *also) {
  for (int r = 0; r < 3; r++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} stays: 'in': it may be 'e': a pointer to it is kept
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    blur<<<(n + 31) / 32, 32>>>(d_in, d_out, n);
    also->values[0] += 1;
  }
}

static void moved(float *in, float *d_in, float *d_out, int n) {
  in++;
  for (int r = 0; r < 3; r++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} stays: 'in' is not the start of memory that is followed
    cudaMemcpy(d_in, in, (n - 1) * sizeof(float), cudaMemcpyHostToDevice);
    blur<<<(n + 31) / 32, 32>>>(d_in, d_out, n);
  }
}

static void pointedTo(float *in, float *d_in, float *d_out, int n) {
  for (int r = 0; r < 3; r++) {
    // REMARK: :[[@LINE+1]]:5: {{.*}} stays: 'in': 'pointedTo', which uses it, may be called unseen
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    blur<<<(n + 31) / 32, 32>>>(d_in, d_out, n);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100, rounds = argc > 2 ? atoi(argv[2]) : 4;
  size_t bytes = n * sizeof(float);
  float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);
  float *c = (float *)malloc(bytes), *d = (float *)malloc(bytes);
  float *e = (float *)malloc(bytes), *d_a, *d_b, *d_c, *d_d;
  Kept also = {e};
  table = (float *)malloc(bytes);
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMalloc(&d_d, bytes);
  for (int i = 0; i < n; i++)
    a[i] = b[i] = c[i] = d[i] = e[i] = table[i] = i;
  run(a, b, n, rounds);
  run(b, c, n, rounds);
  inPlace(a, b, d_a, d_b, n);
  inPlace(c, c, d_a, d_b, n);
  byName(table, d_a, d_b, n);
  unknown(also.values, d_a, d_b, n);
  kept(e, d_a, d_b, n, &also);
  moved(a, d_a, d_b, n);
  auto indirect = argc > 5 ? nullptr : pointedTo;
  indirect(e, d_c, d_d, n);
  cudaMemcpy(d, d_b, bytes, cudaMemcpyDeviceToHost);
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += b[i] + 2 * c[i] + 3 * d[i] + table[i];
  printf("%g\n", sum);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  cudaFree(d_d);
  free(a);
  free(b);
  free(c);
  free(d);
  free(e);
  free(table);
  return 0;
}
