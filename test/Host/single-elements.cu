// A loop that changes an array on the device, and of which the host reads few
// elements each time, copies these and not the array.
// RUN: %tessera -q --cuda-path=none --no-tiles %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s --check-prefix=SAY
#include <stdio.h>
#define N 64
#define AT(i, j) plate[(i) * N + (j)]
// SAY: 'a' is uploaded never and read back once, single elements more often [tessera-transferred]
__global__ int a[N][N], few[N], many[N], last[N], branch[N];

__global__ void grow(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += i;
}

int main(int argc, char **argv) {
  float *plate;
  cudaMallocManaged(&plate, N * N * sizeof(float));
  for (int i = 0; i < N * N; i++)
    plate[i] = i;
  int total = 0;
  // CHECK:      for (int k = 0; k < 8; k++) {
  // CHECK-NEXT:   grow<<<16, 256>>>(a_dev[0], N * N);
  // CHECK-NEXT:   CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT:   // The host needs this much of the device's values.
  // CHECK-NEXT:   CUDA_CHECK(cudaMemcpy(&a[k][k + argc], &a_dev[k][k + argc],
  // CHECK-NEXT:       sizeof(a[k][k + argc]), cudaMemcpyDeviceToHost));
  // CHECK-NEXT:   total += a[k][k + argc];
  for (int k = 0; k < 8; k++) {
    grow<<<16, 256>>>(a[0], N * N);
    total += a[k][k + argc];
  }
  // CHECK:   cudaMemcpy(&few[0], &few_dev[0], sizeof(few[0])
  // CHECK:   cudaMemcpy(&few[k], &few_dev[k], sizeof(few[k])
  // CHECK:   printf("%d %d\n", few[k], few[0]);
  for (int k = 0; k < 4; k++) {
    grow<<<1, 64>>>(few, N);
    printf("%d %d\n", few[k], few[0]);
  }
  // The host copy stays what it was: all of it is copied behind the loop.
  // CHECK: cudaMemcpy(few, few_dev, sizeof(few), cudaMemcpyDeviceToHost)
  for (int k = 0; k < N; k++)
    total += few[k];
  // Elements that a loop runs through are all of it.
  // CHECK: cudaMemcpy(many, many_dev, sizeof(many), cudaMemcpyDeviceToHost)
  // CHECK: for (int i = 0; i < N; i++)
  for (int k = 0; k < 4; k++) {
    grow<<<1, 64>>>(many, N);
    for (int i = 0; i < N; i++)
      total += many[i];
  }
  // What is perhaps not there, or means something else before the statement.
  // CHECK: cudaMemcpy(last, last_dev, sizeof(last), cudaMemcpyDeviceToHost)
  // CHECK: if (k < N && last[k] > 3)
  int at = 0;
  for (int k = 60; k < 70; k++) {
    grow<<<1, 64>>>(last, N);
    if (k < N && last[k] > 3)
      total++;
    total += last[at++];
  }
  // CHECK: cudaMemcpy(&branch[k], &branch_dev[k], sizeof(branch[k]),
  // CHECK: if (branch[k] > 3)
  for (int k = 0; k < 5; k++) {
    grow<<<1, 64>>>(branch, N);
    if (k > 2)
      total--;
    else if (branch[k] > 3)
      total++;
  }
  // A macro that names the array cannot name its copy.
  // CHECK: cudaMemcpy(plate, plate_dev, N * N * sizeof(float),
  // CHECK: total += AT(k, 3) > 3;
  for (int k = 0; k < 5; k++) {
    grow<<<16, 256>>>((int *)plate, N * N);
    cudaDeviceSynchronize();
    total += AT(k, 3) > 3;
  }
  printf("%d %d\n", total, a[3][3]);
  cudaFree(plate);
  return 0;
}
