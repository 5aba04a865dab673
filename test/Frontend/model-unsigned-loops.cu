// Unsigned bounds that depend on a signed counter have a range where the
// counter never is negative.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

__global__ void kernel(const float *in, float *out, int n, unsigned m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  // CHECK: loop 0: k: from 1 while < 12 step 1
  for (int k = 1; k < 12; k++)
    // CHECK: loop 1: l: from 0 while < k + 1 step 1
    for (unsigned l = 0; l < k + 1; l++)
      s += in[l];
  // CHECK: loop 2: k_2: from 1 while < 12 step 1
  for (int k = 1; k < 12; k++)
    // CHECK: loop 3: l_2: from 0 while < 8 step 1
    for (unsigned l = 0; l < 8 && l < k; l++)
      s += in[l];
  // CHECK: loop 4: k_3: from -2 while < 12 step 1
  for (int k = -2; k < 12; k++)
    // CHECK: loop 5: l_3: opaque
    for (unsigned l = 0; l < k + 1; l++)
      s += in[l];
  // CHECK: loop 6: k_4: from n while < 12 step 1
  for (int k = n; k < 12; k++)
    // CHECK: loop 7: l_4: opaque
    for (unsigned l = 0; l != k; l++)
      s += in[l];
  // The first comparison already is false.
  // CHECK: loop 8: k_5: opaque
  for (int k = -1; k < m; k++)
    s += in[k];
  // CHECK: loop 9: k_6: from 0 while < m step 1
  for (int k = 0; k < m; k++)
    s += in[k];
  // The counter is -1 or more, and the bound not negative.
  // CHECK: loop 10: k_7: from -1 while < 12 step 1
  for (int k = -1; k < 12; k++)
    // CHECK: loop 11: l_5: from 0 while < k_7 + 1 step 1
    for (unsigned l = 0; l < k + 1; l++)
      s += in[l];
  out[i] = s;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  kernel<<<4, 32>>>(in, out, argc, argc);
}
