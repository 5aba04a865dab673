// Independent launches run on streams of their own.
// RUN: %tessera --no-tiles --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --no-tiles --cuda-path=none --print=plan %s 2>/dev/null | FileCheck %s --check-prefix=PLAN
// PLAN: open streams before line 22
// PLAN: on stream 0: upload a before line 22
// PLAN: on stream 1: upload b before line 23
// PLAN: on stream 1: finish before line 24
// PLAN: close streams before line 24
__global__ float a[64], b[64];

__global__ void work(float *x) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 8192; j++)
    sum = sum * 0.5f + x[(threadIdx.x + j) % 64];
  x[threadIdx.x] = sum;
}

int main() {
  for (int i = 0; i < 64; i++)
    a[i] = b[i] = i;
  // CHECK: :[[@LINE+1]]:3: remark: the launches of 'work' and 'work' overlap where they are independent, on 2 streams; the host waits for copies of 'a', 'b', which are not page-locked [tessera-launches-overlapped]
  work<<<1, 64>>>(a);
  work<<<1, 64>>>(b);
  return a[3] + b[4];
}
