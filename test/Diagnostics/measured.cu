// The fastest plan over all sizes that were measured is kept. One that is
// hardly faster than an earlier one is not: here the kernel as it is.
// RUN: rm -rf %t && mkdir %t
// RUN: %tessera -q --cuda-path=none --tune=%t/d %s
// RUN: %python %S/../Driver/Inputs/write_results.py %t/d "1 2" "[[4, 1], [1, 0.995], [3, 2], [9, 9]]"
// RUN: %python %S/../Driver/Inputs/write_results.py %t/d "3" "[[40, 1], [50, 0.995], [20, 2], [9, 9]]"
// RUN: %tessera --tune-results=%t/d/results.json 2>&1 | FileCheck %s

// CHECK: results.json: remark: 'window' takes 18.0000 ms with the plan '{{.*}}', and 44.0000 ms as it is [tessera-measured]
// CHECK: results.json: remark: 'rows' takes 2.0000 ms with the plan 'as it is', and 2.0000 ms as it is [tessera-measured]
// CHECK: kernel: rows
// CHECK-NEXT: block: [ 64, 1, 1 ]
// CHECK-NEXT: hash:
// CHECK-NEXT: device: sm_90
// CHECK-NEXT: sizes: grid 1x1x1
// CHECK-NEXT: measured: '2.0000 ms in 2 launches, 2.0000 ms as it is; Fake, arguments: 1 2 | 3'

__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; k++)
    sum += in[i + k];
  out[i] = sum;
}

__global__ void rows(const float *matrix, const float *vector, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += matrix[i * 64 + k] * vector[k];
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 8192 * sizeof(float));
  cudaMalloc(&out, 8192 * sizeof(float));
  window<<<16, 64>>>(in, out);
  rows<<<1, 64>>>(in, in + 64, out + 1024);
}
