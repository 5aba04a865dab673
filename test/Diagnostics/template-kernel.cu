// A template is many kernels.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
template <typename T>
// CHECK: :[[@LINE+1]]:17: remark: kernel 'kernel' not changed: it is a template [tessera-template-kernel]
__global__ void kernel(const T *in, T *out) {
  T sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// The launches of its instances were found.
// CHECK-NOT: no-visible-launch

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
