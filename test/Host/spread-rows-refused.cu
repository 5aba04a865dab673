// Rows of a run-time length that stay on one GPU, each for its own reason.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --gpus=all %t/spills.cu 2>&1 | FileCheck %s --check-prefix=SPILLS --implicit-check-not=cudaSetDevice
// SPILLS: the program uses one GPU: it is not proved that blocks along y write different rows of 'a' [tessera-not-spread]
// RUN: %tessera --cuda-path=none --gpus=all %t/part.cu 2>&1 | FileCheck %s --check-prefix=PART --implicit-check-not=cudaSetDevice
// PART: the program uses one GPU: it is not known how many rows 'a' has [tessera-not-spread]
// RUN: %tessera --cuda-path=none --gpus=all %t/lengths.cu 2>&1 | FileCheck %s --check-prefix=LENGTHS --implicit-check-not=cudaSetDevice
// LENGTHS: the program uses one GPU: the launches divide 'a' in different ways [tessera-not-spread]
// RUN: %tessera --cuda-path=none --gpus=all %t/names.cu 2>&1 | FileCheck %s --check-prefix=NAMES --implicit-check-not=cudaSetDevice
// NAMES: the program uses one GPU: it is not known how many rows 'a' has [tessera-not-spread]

//--- spills.cu
#include <stdio.h>
#include <stdlib.h>
__global__ void set(int *a, int n) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  if (i < n)
    a[i * n + j] = 1;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *a;
  cudaMallocManaged(&a, n * n * sizeof(int));
  set<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(a, n);
  cudaDeviceSynchronize();
  printf("%d\n", a[n]);
  cudaFree(a);
}

//--- part.cu
#include <stdio.h>
#include <stdlib.h>
__global__ void set(int *a, int n) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  if (i < n && j < n)
    a[i * n + j] = 1;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *a;
  cudaMallocManaged(&a, (n * n + 3) * sizeof(int));
  set<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(a, n);
  cudaDeviceSynchronize();
  printf("%d\n", a[n]);
  cudaFree(a);
}

//--- lengths.cu
#include <stdio.h>
#include <stdlib.h>
__global__ void set(int *a, int n) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  if (i < n && j < n)
    a[i * n + j] = 1;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]);
  int *a;
  cudaMallocManaged(&a, n * m * sizeof(int));
  set<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(a, n);
  set<<<dim3((m + 7) / 8, (m + 7) / 8), dim3(8, 8)>>>(a, m);
  cudaDeviceSynchronize();
  printf("%d\n", a[n]);
  cudaFree(a);
}

//--- names.cu
#include <stdio.h>
#include <stdlib.h>
__global__ void set(int *a, int n) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  if (i < n && j < n)
    a[i * n + j] = 1;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  const int bytes = n * n * sizeof(int);
  int *a;
  cudaMallocManaged(&a, bytes);
  set<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(a, n);
  for (int n = 0; n < 1; n++)
    printf("%d\n", a[n]);
  cudaFree(a);
}
