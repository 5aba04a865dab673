// What a stream calls back when its work is done uses arrays: they stay
// managed, and so does the data that it is handed.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// CHECK-DAG: 'named' is placed in managed memory: 'behind', which uses it, may be called unseen
// CHECK-DAG: 'handed' is placed in managed memory: it is passed to 'cudaStreamAddCallback'
// CHECK-DAG: 'alone' is uploaded never and read back once
// TEXT-DAG: __managed__ int named[N];
// TEXT-DAG: __managed__ int handed[N];
// TEXT: cudaStreamAddCallback(stream, behind, &handed[5], 0);
#include <stdio.h>
#define N 64

__global__ int named[N];
__global__ int handed[N];
__global__ int alone[N];

__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }

static void CUDART_CB behind(cudaStream_t, cudaError_t, void *data) {
  named[3] += 3;
  *(int *)data = 8;
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  fill<<<1, N, 0, stream>>>(named);
  fill<<<1, N, 0, stream>>>(handed);
  cudaStreamAddCallback(stream, behind, &handed[5], 0);
  cudaStreamSynchronize(stream);
  fill<<<1, N>>>(alone);
  printf("%d %d %d\n", named[3], handed[5], alone[4]);
  cudaStreamDestroy(stream);
}
