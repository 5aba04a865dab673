// A thread makes four quads of neighbouring outputs, a block's width apart.
// Each needs its own quad and the two beside it, which other threads load, too:
// the first-level cache has them.
constexpr int Radius = 4, Taps = 2 * Radius + 1;
constexpr int Threads = 256, Quads = 4;

__device__ __forceinline__ float4 quadOf(const float *in, int quad) {
  return reinterpret_cast<const float4 *>(in)[quad];
}

__global__ void __launch_bounds__(Threads)
    sumQuads(const float *__restrict__ in, const float *__restrict__ weights,
             float *__restrict__ out, int n) {
  float weight[Taps];
#pragma unroll
  for (int k = 0; k < Taps; ++k)
    weight[k] = weights[k];
  const int first = blockIdx.x * (Threads * Quads);
  const int quad = first + threadIdx.x;
  if (first > 0 && first + Threads * Quads < n / 4) {
    float4 quads[Quads][3];
#pragma unroll
    for (int q = 0; q < Quads; ++q)
#pragma unroll
      for (int side = 0; side < 3; ++side)
        quads[q][side] = quadOf(in, quad + q * Threads + side - 1);
#pragma unroll
    for (int q = 0; q < Quads; ++q) {
      const float4 a = quads[q][0], b = quads[q][1], c = quads[q][2];
      const float near[12] = {a.x, a.y, a.z, a.w, b.x, b.y,
                              b.z, b.w, c.x, c.y, c.z, c.w};
      float sum[4] = {0, 0, 0, 0};
#pragma unroll
      for (int k = 0; k < Taps; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sum[j] += weight[k] * near[j + k];
      reinterpret_cast<float4 *>(out)[quad + q * Threads] =
          make_float4(sum[0], sum[1], sum[2], sum[3]);
    }
    return;
  }
  // At the ends, one element at a time.
  for (int i = first * 4 + threadIdx.x;
       i < min(n - Radius, (first + Threads * Quads) * 4); i += Threads) {
    if (i < Radius)
      continue;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < Taps; ++k)
      sum += weight[k] * in[i + k - Radius];
    out[i] = sum;
  }
}

void stencil1d(const float *in, const float *weights, float *out, int n) {
  constexpr int block = Threads * Quads * 4;
  if (n > 2 * Radius)
    sumQuads<<<(n - 1) / block + 1, Threads>>>(in, weights, out, n);
}
