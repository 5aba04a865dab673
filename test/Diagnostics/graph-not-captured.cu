// Why a loop that launches is not captured as a graph.
// RUN: %tessera --graphs --no-tiles --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera -q --graphs --no-tiles --cuda-path=none %s -o %t.cu
// RUN: grep -v RUN %t.cu | not grep cudaGraph_t
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
__global__ int a[64], b[64];
__managed__ int m[64];
__global__ void next(int *x, int by) { x[threadIdx.x] = 2 * x[threadIdx.x] + by; }
static int count() {
  static int n = 2;
  return n++;
}

int main() {
  // CHECK: :[[@LINE+1]]:3: remark: the loop is not captured as a graph: it launches 30 times, and a graph pays from 256 [tessera-graph-not-captured]
  for (int t = 0; t < 30; t++)
    next<<<1, 64>>>(a, 1);
  // CHECK: :[[@LINE+1]]:3: {{.*}} as a graph: an argument or a grid depends on the round
  for (int t = 0; t < 300; t++)
    next<<<1, 64>>>(a, t);
  // The host looks at the result in every round.
  // CHECK: :[[@LINE+1]]:3: {{.*}} as a graph: it does not only launch
  for (int t = 0; t < 300; t++) {
    next<<<1, 64>>>(a, 1);
    if (a[0] < 0)
      break;
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}} as a graph: it does not only launch
  for (int t = 0; t < 300; t++) {
    next<<<1, 64>>>(b, 1);
    if (t == 290)
      continue;
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}} as a graph: it does not only launch
  for (int t = 0; t < 300; t++) {
    next<<<1, 64>>>(b, 1);
    b[0]++;
  }
  // CHECK: :[[@LINE+2]]:3: {{.*}} as a graph: how its rounds are counted is not known
  int t = 0;
  while (t < 1)
    next<<<1, 64>>>(b, ++t);
  // CHECK: :[[@LINE+1]]:3: {{.*}} as a graph: {{a launch uses memory that is not followed|what a launch is given may change}}
  for (int t = 0; t < 300; t++)
    next<<<1, 64>>>(b, count());
  // CHECK: :[[@LINE+1]]:3: {{.*}} as a graph: its header does more than count
  for (int t = 0; t < a[0] % 2 + 300; t++)
    next<<<1, 64>>>(b, 1);
  // CHECK: :[[@LINE+1]]:3: {{.*}} as a graph: a launch uses memory that is not followed, or a stream
  for (int t = 0; t < 300; t++)
    next<<<1, 64, 0, cudaStreamPerThread>>>(b, 1);
  // CHECK: :[[@LINE+1]]:3: {{.*}} as a graph: what a launch is given may change when it is evaluated
  for (int t = 0; t < 300; t++)
    next<<<1, 64, 4 * sizeof(int)>>>(b, 1);
  for (int i = 0; i < 64; i++)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
