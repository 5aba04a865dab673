// Matrix product, one launch per row of the result. Simple memory model.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 128
#endif
#ifndef BLOCKx
#define BLOCKx 64
#endif
__global__ int a[N][N], b[N][N], c[N][N];
__global__ void transpose(int *a, int *b, int *c){
  int id = blockDim.x*blockIdx.x+threadIdx.x;
  int k;
  c[id] = 0;
  for (k = 0 ; k < N ; k++){
    c[id] += a[k] * b[id+(k*N)];
  }
}
static unsigned int seed = 12345;
void init_array(int d[N][N]){
  int i, j;
  for (i = 0 ; i < N ; i++){
    for (j = 0 ; j < N ; j++){
      seed = seed * 1664525u + 1013904223u;
      d[i][j] = (int)((seed >> 20) % 19) - 9;
    }
  }
}
void poison_array(int d[N][N]){
  int i, j;
  for (i = 0 ; i < N ; i++){
    for (j = 0 ; j < N ; j++){
      d[i][j] = -12345678;
    }
  }
}
int check_array(int d[N][N]){
  int i, j, k;
  int error = 0;
  for (i = 0 ; i < N ; i++){
    for (j = 0 ; j < N ; j++){
      int sum = 0;
      for (k = 0 ; k < N ; k++){
        sum += a[i][k] * b[k][j];
      }
      if (abs(d[i][j] - sum) > error){
        error = abs(d[i][j] - sum);
      }
    }
  }
  return error;
}
int main(){
  int i, error;
  init_array(a);
  init_array(b);
  poison_array(c);
  for(i=0;i<N;i++){
    transpose<<<N/BLOCKx,BLOCKx>>>(a+(i*N), b, c+(i*N));
  }
  error = check_array(c);
  printf("max error %d\n", error);
  printf(error == 0 ? "PASSED\n" : "FAILED\n");
  return error != 0;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'c[id]' is kept in a register: it is stored once
// CHECK-DAG: remark: staged 'a_first' in shared memory: 512 bytes per block
// CHECK-DAG: remark: 'b' not staged:{{.*}}[tessera-no-reuse]
