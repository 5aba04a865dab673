// Bodies without braces get them; comments and the user's layout stay.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s --strict-whitespace
#include <stdio.h>
#define N 64
__global__ int a[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

int main(int argc, char **argv) {
    for (int i = 0; i < 3; i++)
        next<<<1, N>>>(a); // one step
    for (int i = 0; i < 3; i++) next<<<1, N>>>(a);
    if (argc > 3)
        next<<<1, N>>>(a);
    else if (argc > 2)
        next<<<1, N>>>(a);
    else
        printf("%d\n", a[1]);
    printf("%d\n", a[2]);
}
//      CHECK:{{^}}    for (int i = 0; i < 3; i++) {
// CHECK-NEXT:{{^}}        next<<<1, N>>>(a_dev); // one step
// CHECK-NEXT:{{^}}        CUDA_CHECK(cudaGetLastError());
// CHECK-NEXT:{{^}}    }
// CHECK-NEXT:{{^}}    for (int i = 0; i < 3; i++) {
// CHECK-NEXT:{{^}}        next<<<1, N>>>(a_dev);
// CHECK-NEXT:{{^}}        CUDA_CHECK(cudaGetLastError());
// CHECK-NEXT:{{^}}    }
// CHECK-NEXT:{{^}}    if (argc > 3) {
// CHECK-NEXT:{{^}}        next<<<1, N>>>(a_dev);
// CHECK-NEXT:{{^}}        CUDA_CHECK(cudaGetLastError());
