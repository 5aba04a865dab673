// Objects of 8 MiB with arrays inside, which threads only read, or write too.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not=remark:
// RUN: diff %s %t.cu
struct Points {
  float x[1 << 20], y[1 << 20];
};
__global__ void shift(const Points *in, Points *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // CHECK-DAG: :[[@LINE+2]]:3: remark: 'out' not staged: its elements have 8388608 bytes each, and what the arrays inside them hold is not told apart [tessera-large-elements]
  // CHECK-DAG: :[[@LINE+1]]:15: remark: 'in' not staged: its elements have 8388608 bytes each, and what the arrays inside them hold is not told apart [tessera-large-elements]
  out->x[i] = in->x[i] + 1;
  out->y[i] = in->y[i] + 1;
}
void run(const Points *in, Points *out, int n) {
  shift<<<(n + 255) / 256, 256>>>(in, out, n);
}
