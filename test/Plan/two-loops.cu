// Arrays of different loops have tiles at both.
// RUN: %tessera --cuda-path=none --no-transfers --gpu=tesla-c1060 --print=plan %s | FileCheck %s
// CHECK:      # {{ *}}k/32:in j/32:other {{.*}} chosen
// CHECK:      - kernel: two
// CHECK:          - loop: k
// CHECK-NEXT:       steps: 32
// CHECK:              - array: in
// CHECK:          - loop: j
// CHECK-NEXT:       steps: 32
// CHECK:              - array: other
__global__ void two(const float *in, const float *other, float *out, int n,
                    int m) {
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += in[k];
  for (int j = 0; j < m; j++)
    sum -= other[j];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  float *in, *other, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&other, 65536);
  cudaMalloc(&out, 65536);
  two<<<4, 64>>>(in, other, out, argc, argc);
}
