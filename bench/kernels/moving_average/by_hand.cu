// A thread makes eight neighbouring outputs: each value that it reads is added
// to all sums that need it, in the order of the values. A block has what it
// needs in a tile, 256 values of the windows at a time.
constexpr int Threads = 256, Outputs = 8, Width = Threads * Outputs;
constexpr int Chunk = 256, Cells = Width + Chunk + Outputs;
constexpr int Loads = (Cells - 1) / (Threads * 4) + 1;

// Threads read 32 bytes apart: four cells more for every 32 keep them from
// meeting in the banks.
__host__ __device__ constexpr int placeOf(int cell) {
  return cell + cell / 32 * 4;
}

__device__ __forceinline__ void loadEight(float *to, const float *tile,
                                          int cell) {
  const float4 *from = reinterpret_cast<const float4 *>(tile + placeOf(cell));
  const float4 a = from[0], b = from[1];
  to[0] = a.x;
  to[1] = a.y;
  to[2] = a.z;
  to[3] = a.w;
  to[4] = b.x;
  to[5] = b.y;
  to[6] = b.z;
  to[7] = b.w;
}

__global__ void __launch_bounds__(Threads)
    meanEight(const float *__restrict__ in, float *__restrict__ out, int n,
              int window) {
  __shared__ alignas(16) float tile[placeOf(Cells)];
  const int first = blockIdx.x * Width, mine = threadIdx.x * Outputs;
  float sum[Outputs];
#pragma unroll
  for (int j = 0; j < Outputs; ++j)
    sum[j] = 0;

  for (int start = 0; start < window; start += Chunk) {
    const int length = min(Chunk, window - start);
    if (start > 0)
      __syncthreads();
    const int needed = Width + length + Outputs;
    if (first + start + Loads * Threads * 4 <= n) {
      float4 fours[Loads];
#pragma unroll
      for (int l = 0; l < Loads; ++l) {
        const int cell = (threadIdx.x + l * Threads) * 4;
        if (cell < needed)
          fours[l] =
              *reinterpret_cast<const float4 *>(in + first + start + cell);
      }
#pragma unroll
      for (int l = 0; l < Loads; ++l) {
        const int cell = (threadIdx.x + l * Threads) * 4;
        if (cell < needed)
          *reinterpret_cast<float4 *>(tile + placeOf(cell)) = fours[l];
      }
    } else {
      // The end of the values.
      for (int cell = threadIdx.x; cell < needed; cell += Threads) {
        const int i = first + start + cell;
        tile[placeOf(cell)] = i < n ? in[i] : 0;
      }
    }
    __syncthreads();

    float now[Outputs], next[Outputs];
    loadEight(now, tile, mine);
    int k = 0;
#pragma unroll 2
    for (; k + Outputs <= length; k += Outputs) {
      loadEight(next, tile, mine + k + Outputs);
#pragma unroll
      for (int s = 0; s < Outputs; ++s)
#pragma unroll
        for (int j = 0; j < Outputs; ++j)
          sum[j] += s + j < Outputs
                        ? now[s + j < Outputs ? s + j : 0]
                        : next[s + j < Outputs ? 0 : s + j - Outputs];
#pragma unroll
      for (int j = 0; j < Outputs; ++j)
        now[j] = next[j];
    }
    if (k < length) {
      loadEight(next, tile, mine + k + Outputs);
#pragma unroll
      for (int s = 0; s < Outputs - 1; ++s)
        if (k + s < length)
#pragma unroll
          for (int j = 0; j < Outputs; ++j)
            sum[j] += s + j < Outputs
                          ? now[s + j < Outputs ? s + j : 0]
                          : next[s + j < Outputs ? 0 : s + j - Outputs];
    }
  }

  // As rounded as a quotient, from one division: the remainder corrects it.
  const float inverse = 1.0f / window;
#pragma unroll
  for (int j = 0; j < Outputs; ++j) {
    const float quotient = sum[j] * inverse;
    sum[j] = fmaf(fmaf(-quotient, float(window), sum[j]), inverse, quotient);
  }
  // Through the tile, so that neighbours store neighbours.
  __syncthreads();
  float4 *to = reinterpret_cast<float4 *>(tile + placeOf(mine));
  to[0] = make_float4(sum[0], sum[1], sum[2], sum[3]);
  to[1] = make_float4(sum[4], sum[5], sum[6], sum[7]);
  __syncthreads();
  const int count = n - window + 1;
#pragma unroll
  for (int cell = threadIdx.x * 4; cell < Width; cell += Threads * 4) {
    const float4 four = *reinterpret_cast<const float4 *>(tile + placeOf(cell));
    const int i = first + cell;
    if (i + 3 < count) {
      *reinterpret_cast<float4 *>(out + i) = four;
    } else {
      if (i < count)
        out[i] = four.x;
      if (i + 1 < count)
        out[i + 1] = four.y;
      if (i + 2 < count)
        out[i + 2] = four.z;
    }
  }
}

void moving_average(const float *in, float *out, int n, int window) {
  if (window > 0 && window <= n)
    meanEight<<<(n - window) / Width + 1, Threads>>>(in, out, n, window);
}
