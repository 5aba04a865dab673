// A kernel for which there is nothing but itself is not measured.
// RUN: rm -rf %t
// RUN: %tessera --cuda-path=none --tune=%t %s 2>&1 | FileCheck %s
// RUN: not ls %t

// CHECK: nothing-to-tune.cu: remark: nothing is written: no kernel has more than one plan [tessera-nothing-to-tune]

__global__ void copy(const float *in, float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = in[blockIdx.x] * gridDim.x;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  copy<<<64, 64>>>(in, out);
}
