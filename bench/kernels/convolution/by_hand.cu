// A block goes down a strip of 512 columns, row by row; a thread has four of
// them. Each row is shared in a tile and added to the sums of the eleven rows
// of outputs that need it, which are in registers; then the first of them is
// complete. The weights are constants, which a multiply-add takes as they are.
constexpr int Radius = 5, Side = 2 * Radius + 1;
constexpr int Threads = 128, Columns = 4, Width = Threads * Columns;
// Of a row: those of the strip and of both sides.
constexpr int Cells = Width + 2 * Radius, Loads = (Cells - 1) / Threads + 1;

__constant__ float filter[Side * Side];

// The aligned group of four at `cells`.
__device__ __forceinline__ void loadFour(float *to, const float *cells) {
  const float4 four = *reinterpret_cast<const float4 *>(cells);
  to[0] = four.x;
  to[1] = four.y;
  to[2] = four.z;
  to[3] = four.w;
}

// Makes `rows` rows of outputs.
template <bool Aligned>
__global__ void __launch_bounds__(Threads, 6)
    convolveStrip(const float *__restrict__ in, float *__restrict__ out, int h,
                  int w, int rows) {
  // A cell lies Radius behind its column of the strip.
  __shared__ alignas(16) float tiles[2][(Loads - 1) * Threads + 16];
  static_assert(Cells <= (Loads - 1) * Threads + 16, "");
  const int left = blockIdx.x * Width, x = left + threadIdx.x * Columns;
  const int first = blockIdx.y * rows; // of the rows that are read
  const int last = min(first + rows + 2 * Radius, h);
  const bool isLast = threadIdx.x < Cells - (Loads - 1) * Threads;

  // What lies outside is replaced by something inside, and not used.
  int from[Loads];
  float coming[Loads];
#pragma unroll
  for (int l = 0; l < Loads; ++l) {
    from[l] =
        min(max(left - Radius + int(threadIdx.x) + l * Threads, 0), w - 1);
    coming[l] = in[first * w + from[l]];
  }
  float sum[Side][Columns];
#pragma unroll
  for (int s = 0; s < Side; ++s)
#pragma unroll
    for (int c = 0; c < Columns; ++c)
      sum[s][c] = 0;

#pragma unroll 1
  for (int y = first; y < last; ++y) {
    float *tile = tiles[(y - first) % 2];
#pragma unroll
    for (int l = 0; l < Loads; ++l)
      if (l < Loads - 1 || isLast)
        tile[threadIdx.x + l * Threads] = coming[l];
    const float *next = in + min(y + 1, last - 1) * w;
#pragma unroll
    for (int l = 0; l < Loads; ++l)
      coming[l] = next[from[l]];
    __syncthreads();

    float cell[16];
#pragma unroll
    for (int k = 0; k < 16; k += 4)
      loadFour(cell + k, tile + threadIdx.x * Columns + k);
    // The sums of the rows y - 2 * Radius to y, as they are counted here; each
    // takes the place of the one before.
#pragma unroll
    for (int s = 0; s < Side; ++s)
#pragma unroll
      for (int c = 0; c < Columns; ++c) {
        float next = s < Side - 1 ? sum[s < Side - 1 ? s + 1 : 0][c] : 0;
#pragma unroll
        for (int k = 0; k < Side; ++k)
          next += filter[(Side - 1 - s) * Side + k] * cell[c + k];
        sum[s][c] = next;
      }
    if (y - first >= 2 * Radius) {
      float *place = out + (y - Radius) * w + x;
      if (Aligned && x >= Radius && x + Columns <= w - Radius) {
        *reinterpret_cast<float4 *>(place) =
            make_float4(sum[0][0], sum[0][1], sum[0][2], sum[0][3]);
      } else {
#pragma unroll
        for (int c = 0; c < Columns; ++c)
          if (x + c >= Radius && x + c < w - Radius)
            place[c] = sum[0][c];
      }
    }
  }
}

void convolution(const float *in, const float *weights, float *out, int h,
                 int w) {
  if (h < Side || w < Side)
    return;
  cudaMemcpyToSymbolAsync(filter, weights, sizeof(filter), 0,
                          cudaMemcpyDeviceToDevice);
  // Parts as long as possible, as each begins with ten rows that complete
  // nothing; but six blocks for each of 132 multiprocessors, which are all
  // executed at the same time.
  const int strips = (w - 1) / Width + 1, inner = h - 2 * Radius;
  const int parts = strips < 6 * 132 ? 6 * 132 / strips : 1;
  const int each = (inner - 1) / parts + 1, rows = each > 16 ? each : 16;
  const dim3 grid(strips, (inner - 1) / rows + 1);
  if (w % 4 == 0)
    convolveStrip<true><<<grid, Threads>>>(in, out, h, w, rows);
  else
    convolveStrip<false><<<grid, Threads>>>(in, out, h, w, rows);
}
