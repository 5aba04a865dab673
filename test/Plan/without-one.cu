// One array cannot be staged, as nobody knows which of its elements exist: the
// other one is, all the same.
// RUN: %tessera --cuda-path=none --no-transfers --print=plan %s | FileCheck %s
// CHECK: start:a,b {{.*}}conditional-access
// CHECK-NEXT: start:b {{.*}}chosen
// CHECK: 'a' not staged: whether the element is read depends on data: 'which[i]' is read from memory [conditional-access]
// CHECK: tiles:
// CHECK-NEXT: array:{{ *}}b
__global__ void kernel(const float *__restrict__ a, const float *__restrict__ b,
                       const int *__restrict__ which, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++) {
    if (which[i] > k)
      sum += a[k];
    sum += b[k];
  }
  out[i] = sum;
}

int main() {
  float *a, *b, *out;
  int *which;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  cudaMalloc(&which, 4096);
  cudaMalloc(&out, 4096);
  kernel<<<8, 64>>>(a, b, which, out);
}
