// Memory stays managed if a function uses it on the host and on the device, and
// something else leads to it there, or a call passes other memory.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu -- 2>&1 | FileCheck %s
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#include <stdlib.h>

__global__ void scale(float *a) { a[threadIdx.x] *= 2; }

// CHECK-DAG: 'twice' is placed in managed memory
void two(float *a, float *b) {
  scale<<<1, 8>>>(a);
  cudaDeviceSynchronize();
  b[0] = 1;
  a[1] += 1;
}

// CHECK-DAG: 'moved' is placed in managed memory
void next(float *a) {
  scale<<<1, 8>>>(a);
  cudaDeviceSynchronize();
  a++;
  a[1] += 1;
}

// CHECK-DAG: 'part' is placed in managed memory
void last(float *a) {
  scale<<<1, 4>>>(a);
  cudaDeviceSynchronize();
  a[1] += 1;
}

// CHECK-DAG: 'some' is placed in managed memory
// CHECK-DAG: 'with' is placed in managed memory
void pointer(float *a) {
  scale<<<1, 4>>>(a);
  cudaDeviceSynchronize();
  a[1] += 1;
}

// CHECK-DAG: 'kept' is placed in managed memory
float *copy;
void named(float *a) {
  scale<<<1, 8>>>(a);
  cudaDeviceSynchronize();
  copy[2] = a[1];
}

int main() {
  float *twice, *moved, *part, *some, *with, *kept;
  cudaMallocManaged(&twice, 8 * sizeof(float));
  cudaMallocManaged(&moved, 8 * sizeof(float));
  cudaMallocManaged(&part, 8 * sizeof(float));
  cudaMallocManaged(&some, 8 * sizeof(float));
  cudaMallocManaged(&with, 8 * sizeof(float));
  cudaMallocManaged(&kept, 8 * sizeof(float));
  for (int i = 0; i < 8; i++)
    twice[i] = moved[i] = part[i] = some[i] = with[i] = kept[i] = i;
  two(twice, twice);
  next(moved);
  last(part + 4);
  void (*f)(float *) = pointer;
  f(some);
  pointer(with);
  copy = kept;
  named(kept);
  printf("%g %g %g", twice[0], moved[1], part[5]);
  printf(" %g %g %g\n", some[1], with[1], kept[2]);
  cudaFree(twice);
  cudaFree(moved);
  cudaFree(part);
  cudaFree(some);
  cudaFree(with);
  cudaFree(kept);
}
