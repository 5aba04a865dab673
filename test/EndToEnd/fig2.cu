// Matrix product, one launch per row of the result. Explicit copies.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 128
#endif
#ifndef BLOCKx
#define BLOCKx 64
#endif
#define BLOCKy 1
__global__ void transpose(int *a, int *b, int *c){
  int k;
  int id=blockDim.x*blockIdx.x+threadIdx.x;
  c[id] = 0;
  for(k = 0;k < N;k++){
    c[id] += a[k] * b[id+(k*N)];
  }
}
void init_array(int d[N][N]){
  static unsigned int seed = 2013;
  for(int i = 0;i < N;i++){
    for(int j = 0;j < N;j++){
      seed = seed * 1664525u + 1013904223u;
      d[i][j] = (int)((seed >> 20) % 19) - 9;
    }
  }
}
int check_array(int a[N][N], int b[N][N], int c[N][N]){
  int error = 0;
  for(int i = 0;i < N;i++){
    for(int j = 0;j < N;j++){
      int sum = 0;
      for(int k = 0;k < N;k++){
        sum += a[i][k] * b[k][j];
      }
      if(abs(c[i][j] - sum) > error) error = abs(c[i][j] - sum);
    }
  }
  return error;
}
int main(int argc, char *argv[]){
  int *ha, *hb, *hc;
  int *da, *db, *dc;
  int i, error;
  cudaMallocHost(&ha,N*N*sizeof(int));
  cudaMallocHost(&hb,N*N*sizeof(int));
  cudaMallocHost(&hc,N*N*sizeof(int));
  cudaMalloc(&da,N*N*sizeof(int));
  cudaMalloc(&db,N*N*sizeof(int));
  cudaMalloc(&dc,N*N*sizeof(int));
  dim3 grid(N/BLOCKx,N/BLOCKy);
  dim3 block(BLOCKx,BLOCKy);
  init_array((int(*)[N])ha);
  init_array((int(*)[N])hb);
  cudaMemset(dc, 0xa5, N*N*sizeof(int));
  cudaMemcpy(da, ha , N*N*sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(db, hb , N*N*sizeof(int), cudaMemcpyHostToDevice);
  for (i = 0 ; i < N ; i++){
    transpose<<<N/BLOCKx,BLOCKx>>>(da+(i*N), db,dc+(i*N) );
  }
  cudaMemcpy(hc, dc, N*N*sizeof(int), cudaMemcpyDeviceToHost);
  error = check_array((int(*)[N])ha, (int(*)[N])hb, (int(*)[N])hc);
  printf("max error %d\n", error);
  printf("%s\n", error == 0 ? "PASSED" : "FAILED");
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  cudaFreeHost(ha);
  cudaFreeHost(hb);
  cudaFreeHost(hc);
  return error != 0;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -diag-suppress 177 -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -diag-suppress 177 -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'c[id]' is kept in a register: it is stored once
// CHECK-DAG: remark: staged 'a_first' in shared memory: 512 bytes per block
// CHECK-DAG: remark: 'b' not staged:{{.*}}[tessera-no-reuse]
