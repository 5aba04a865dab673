// What starts several kernels cannot start a version of one of them.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu

template <typename T>
// CHECK: :[[@LINE+1]]:17: remark: kernel 'window' not changed for launches that cannot change: it would have to take this kernel's place, and needs a test or a version of its own [tessera-launch-is-shared]
__global__ void window(const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = 0;
  for (int k = 0; k < 100; k++)
    sum += in[i + k];
  out[i] = sum;
}

template <typename T> void start(int block) {
  T *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  window<<<8, block>>>(in, out);
}

int main(int argc, char **) {
  start<float>(argc * 128);
  start<int>(argc * 64);
}
