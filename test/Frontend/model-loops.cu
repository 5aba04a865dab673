// Every form of a counted loop has a range; the others are opaque.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

// CHECK-LABEL: kernel kernel
__global__ void kernel(const float *in, float *out, int n, unsigned m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  // CHECK: loop 0: k: from 0 while < n step 1
  for (int k = 0; k < n; k++)
    s += in[k];
  // CHECK: loop 1: k_2: from 1 while < n + 1 step 2
  for (int k = 1; k <= n; k += 2)
    s += in[k];
  // The same from the other end.
  // CHECK: loop 2: k2: from 0 while < n step 1
  for (int k = n - 1; k >= 0; k--)
    s += in[k];
  // CHECK: loop 3: k_3: from 0 while < n step 1
  for (int k = 0; k != n; ++k)
    s += in[k];
  // CHECK: loop 4: k_4: from Bx * bx + tx while < n step 4
  for (int k = i; n > k; k = k + 4)
    s += in[k];
  // CHECK: loop 5: k_5: from 0 while < m step 1
  for (unsigned k = 0; k < m; k++)
    s += in[k];
  // An unsigned comparison: n - 1 becomes large if n is 0; see below.
  // CHECK: loop 6: k_6: from 0 while < n - 1 step 1
  for (unsigned k = 0; k < n - 1; k++)
    s += in[k];
  // CHECK: loop 7: c: from 3 while < 8 step 1
  int c;
  for (c = 3; c < 8; c++)
    s += in[c];
  // CHECK: loop 8: k_7: opaque
  for (int k = 0; k < 10; k++) {
    if (s > 1) {
      if (k % 2)
        continue;
      s += in[k];
    }
  }
  // A step that depends on the thread.
  // CHECK: loop 9: k_8: opaque
  for (int k = i; k < n; k += threadIdx.x + 1)
    s += in[k];
  // CHECK: loop 10: k_9: opaque
  for (int k = 1; k < n; k *= 2)
    s += in[k];
  // CHECK: loop 11: k_10: opaque
  for (int k = 0; k < n; k++) {
    if (s > 3)
      break;
    s += in[k];
  }
  // CHECK: loop 12: k_11: opaque
  for (int k = 0; in[k] > 0; k++)
    s += in[k];
  // CHECK: loop 13: k_12: opaque
  for (int k = 0; k < n; k++)
    k += in[k] > 0;
  // CHECK: loop 14: while: opaque
  while (s < 8)
    s += in[i];
  // CHECK: loop 15: k3: from 0 while < n step 1
  for (unsigned k = n; k > 0; k--)
    s += in[k];
  // Ends by wrapping, or never.
  // CHECK: loop 16: k_13: opaque
  for (unsigned k = m; k >= 0; k--)
    s += in[k];
  // CHECK: loop 17: k_14: opaque
  for (unsigned k = m; k > 0; k -= 2)
    s += in[k];
  // CHECK: loop 18: k_15: opaque
  for (unsigned k = m; k != 4; k--)
    s += in[k];
  out[i] = s;
}
// CHECK: must not be negative: n - 1
// CHECK: must not be negative: n{{$}}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  kernel<<<4, 32>>>(in, out, argc, argc);
}
