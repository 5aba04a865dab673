// A pointer that was printed into memory may be read from there: the array can
// be reached by other pointers. Printed to a file, it is gone.
// RUN: %tessera -q --cuda-path=none %s -o %t.1.cu
// RUN: FileCheck %s < %t.1.cu
// RUN: %tessera -q --cuda-path=none --improve-copies %s -o %t.2.cu
// RUN: %tessera-verify %s %t.1.cu %t.2.cu | FileCheck %s --check-prefix=SAME
#include <cstdio>
#define N 4096
__global__ int a[N], b[N];
__global__ int c[N];
static int h[N];
__global__ void step(int *p, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = p[i] + by;
}

// CHECK: {{^}}__managed__ int a[N], b[N];
int main() {
  char text[40];
  void *again;
  snprintf(text, 40, "%8p|", (void *)a);
  sscanf(text, "%p", &again);
  step<<<N / 256, 256>>>(a, 1);
  cudaDeviceSynchronize();
  ((int *)again)[1] = 3;
  step<<<N / 256, 256>>>(a, 1);
  cudaDeviceSynchronize();
  printf("%d\n", a[1]);

  const char *format = "%p";
  sprintf(text, format, (void *)b);
  sscanf(text, "%p", &again);
  step<<<N / 256, 256>>>(b, 1);
  cudaDeviceSynchronize();
  ((int *)again)[1] = 5;
  step<<<N / 256, 256>>>(b, 1);
  cudaDeviceSynchronize();
  printf("%d\n", b[1]);

  fprintf(stderr, "%p\n", (void *)c);
  // CHECK: step<<<N / 256, 256>>>(c_dev, 1);
  step<<<N / 256, 256>>>(c, 1);
  printf("%d\n", c[1]);

  int *d;
  cudaMalloc(&d, sizeof h);
  snprintf(text, 40, "%p", (void *)h);
  sscanf(text, "%p", &again);
  for (int k = 0; k < 4; k++) {
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d, k);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    ((int *)again)[1] = 3;
  }
  printf("%d\n", h[1]);
  cudaFree(d);
}
// SAME: same: output, exit code
