// Whether the tile fits depends on a size that the launch would have to compute
// twice.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
// CHECK: :[[@LINE+1]]:17: remark: kernel 'kernel' not changed: its launches cannot test when tiles are possible: an argument has side effects, or nothing tells arrays apart [tessera-launch-not-testable]
__global__ void kernel(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 100; k++)
    sum += in[i + k];
  out[i] = sum;
}

int next();
int main() {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  kernel<<<8, next()>>>(in, out);
}
