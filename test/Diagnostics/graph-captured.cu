// A loop that launches the same in every round is captured on request.
// RUN: %tessera --graphs --no-tiles --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --graphs --no-tiles --cuda-path=none --print=plan %s 2>/dev/null | FileCheck %s --check-prefix=PLAN
// PLAN:     open graph before line 14
// PLAN:     start round before line 15
// PLAN-DAG: end round after line 15
// PLAN-DAG: on stream 0: finish after line 15
// PLAN-DAG: destroy graph after line 15
__global__ int a[64];
__global__ void next(int *x) { x[threadIdx.x] = 2 * x[threadIdx.x] + 1; }

int main() {
  // CHECK: :[[@LINE+1]]:3: remark: the loop over 't' replays 16 rounds at a time as a graph [tessera-graph-captured]
  for (int t = 0; t < 1000; t++)
    next<<<1, 64>>>(a);
  return a[7] & 127;
}
