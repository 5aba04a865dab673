// Why independent launches stay in order: there is too little to gain.
// RUN: %tessera --no-tiles --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
__global__ float a[64], b[64];

__global__ void work(float *x) {
  float sum = 0;
  for (int j = 0; j < 2560; j++)
    sum = sum * 0.5f + x[threadIdx.x];
  x[threadIdx.x] = sum;
}

int main() {
  for (int i = 0; i < 64; i++)
    a[i] = b[i] = i;
  // CHECK: :[[@LINE+1]]:3: remark: the launches of 'work' and 'work' run one after the other: streams would save an estimated 5 us and cost 10 us [tessera-launches-not-overlapped]
  work<<<1, 64>>>(a);
  work<<<1, 64>>>(b);
  return a[3] + b[4];
}
