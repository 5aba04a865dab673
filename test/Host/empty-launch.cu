// A launch of no blocks does nothing but set an error, which this program never
// asks for: that is so afterwards, too. Where the number of blocks is known, the
// check is the plain one, or there is none.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera-verify %s %t.cu -- 2000 | FileCheck %s --check-prefix=SAME
// SAME: same
// CHECK:      // The error of the last launch. A launch of no blocks is none: older
// CHECK:      static cudaError_t launch_error_2() {
// CHECK-NEXT:     cudaError_t error = cudaGetLastError();
// CHECK:          error == cudaErrorInvalidConfiguration
// CHECK:          error == cudaErrorInvalidValue
// CHECK:          return empty ? cudaSuccess : error;
// CHECK-NEXT: }
#include <stdio.h>
#include <stdlib.h>

__managed__ int marks[4096];
static int launch_error;

__global__ void add(int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        marks[i] += 1;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0;
    add<<<(n + 255) / 256, 256>>>(n);
    // CHECK:      add)<<<tile_grid, 256>>>(n
    // CHECK-NEXT: CUDA_CHECK(launch_error_2());
    add<<<2, 256>>>(512);
    // CHECK-NEXT: add<<<2, 256>>>(512
    // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
    add<<<0, 256>>>(512);
    // CHECK-NEXT: add<<<0, 256>>>(512
    // CHECK-NEXT: cudaDeviceSynchronize();
    cudaDeviceSynchronize();
    for (int i = 0; i < 4096; i++)
        launch_error += marks[i];
    printf("%d\n", launch_error);
    return 0;
}
