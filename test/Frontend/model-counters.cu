// Loops whose counter is set, or counts, outside of their header.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

// CHECK-LABEL: kernel kernel
__global__ void kernel(const float *in, float *out, int n, unsigned m) {
  // CHECK: loop 0: k: from 2 while < n step 1
  int k = 2;
  while (k < n) {
    out[k] = in[k];
    ++k;
  }
  // CHECK: loop 1: l: from n - 1 while > -1 step -2
  int l = n - 1;
  for (; l >= 0; l -= 2)
    out[l] = in[l];
  // CHECK: loop 2: i0: from Bx * bx while < n step Bx * Gx, i = i0 + tx
  int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  while (i < n) {
    out[i] = in[i];
    i += stride;
  }
  // CHECK: loop 3: d2: from 0 while < m step 1
  for (unsigned d = m; d-- > 0;)
    out[d] = in[d];
  // CHECK: loop 4: e2: from 0 while < m step 1
  unsigned e = m;
  while (e--)
    out[e] = in[e];
  // In each round of the outer loop once.
  // CHECK: loop 5: o: from 0 while < n step 1
  for (int o = 0; o < n; ++o) {
    int p = o;
    // CHECK: loop 6: p: from o while < n step 1
    while (p < n) {
      out[p] = in[p];
      p += 1;
    }
  }
  // In the second round it is where the first has left it.
  int q = 0;
  for (int o = 0; o < n; ++o)
    // CHECK: loop 8: q: opaque
    while (q < o) {
      out[q] = in[q];
      ++q;
    }
  // `continue` would leave the step out.
  int r = 0;
  // CHECK: loop 9: r: opaque
  while (r < n) {
    if (r == 3)
      continue;
    out[r] = in[r];
    ++r;
  }
  // Where it begins, an element tells.
  int s = 0;
  s += in[0];
  // CHECK: loop 10: s3: opaque
  while (s < n) {
    out[s] = in[s];
    ++s;
  }
  // It steps before it is used.
  int t = 0;
  // CHECK: loop 11: t: from 0 while < n step 1
  while (t < n) {
    ++t;
    out[t] = in[t];
  }
  // In the header the counter has all values, not the first.
  int u = 0;
  // CHECK: loop 12: u: opaque
  while (in[u] > 0)
    ++u;
  // CHECK: write out[t + 1] in t
  // CHECK: read in[?] {{.*}}in u
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  kernel<<<4, 32>>>(in, out, argc, argc);
}
