// Long strips are unrolled in parts, and short loops start the kernel as it was.
// RUN: %tessera --cuda-path=none --no-transfers %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %if nvcc %{ nvcc -arch=sm_90 -cubin %t.cu -o %t.cubin %}

// CHECK: void horner_tiled(
__global__ void horner(const float *__restrict__ in,
                       const float *__restrict__ p, float *__restrict__ out,
                       int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i], sum = 0;
    for (int k = 0; k < m; k++)
      sum = sum * x + p[k];
    out[i] = sum;
  }
}

// CHECK: void attract_tiled(
// CHECK: k0 += 256
// CHECK: #pragma unroll 32
__global__ void attract(const float2 *__restrict__ x, float *__restrict__ out,
                        int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float2 own = x[i];
    float sum = 0;
    for (int k = 0; k < n; k++) {
      float d = x[k].x - own.x, e = x[k].y - own.y;
      sum += d / (d * d + e * e + 0.01f);
    }
    out[i] = sum;
  }
}

void run(const float *in, const float *p, float *out, int n, int m) {
  // CHECK: m >= 64
  horner<<<(n + 255) / 256, 256>>>(in, p, out, n, m);
  // CHECK: n >= 512
  attract<<<(n + 255) / 256, 256>>>((const float2 *)in, out, n);
}
