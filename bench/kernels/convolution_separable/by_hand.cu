// Rows: a block has sixteen rows of 256 columns in a tile, a thread makes four
// columns of four rows. Columns: a thread makes eight rows of four columns, or
// of one where rows are not aligned; each of the 24 rows that it reads is added
// to all sums that need it. Others read most of them, too: the first-level
// cache has them.
constexpr int Radius = 8, Taps = 2 * Radius + 1;
constexpr int BlockX = 64, BlockY = 4, Threads = BlockX * BlockY;
constexpr int RowsOfThread = 4, TileRows = BlockY * RowsOfThread;
constexpr int TileWidth = BlockX * 4, Pitch = TileWidth + 2 * Radius;
constexpr int Rows = 8;

// Columns that are loaded and stored in one access.
template <int V> struct alignas(4 * V) Pack {
  float at[V];
};

template <int V> __device__ __forceinline__ Pack<V> packAt(const float *place) {
  return *reinterpret_cast<const Pack<V> *>(place);
}

template <int V>
__device__ __forceinline__ void store(float *place, const Pack<V> &pack) {
  *reinterpret_cast<Pack<V> *>(place) = pack;
}

__device__ __forceinline__ void loadWeights(float *to,
                                            const float *__restrict__ weights) {
#pragma unroll
  for (int k = 0; k < Taps - 1; k += 4) {
    const Pack<4> pack = packAt<4>(weights + k);
#pragma unroll
    for (int v = 0; v < 4; ++v)
      to[k + v] = pack.at[v];
  }
  to[Taps - 1] = weights[Taps - 1];
}

// With V = 1, results go through the tile, too: neighbours store neighbours.
template <int V>
__global__ void __launch_bounds__(Threads)
    convolveTile(const float *__restrict__ in,
                 const float *__restrict__ weights, float *__restrict__ out,
                 int h, int w) {
  __shared__ alignas(16) float tile[TileRows * Pitch];
  const int thread = threadIdx.y * BlockX + threadIdx.x;
  const int left = blockIdx.x * TileWidth, top = blockIdx.y * TileRows;
  float weight[Taps];
  loadWeights(weight, weights);
  constexpr int Packs = TileRows * Pitch / V;
  constexpr int PacksOfRow = Pitch / V;
#pragma unroll
  for (int i = 0; i < (Packs - 1) / Threads + 1; ++i) {
    const int pack = thread + i * Threads;
    const int y = min(top + pack / PacksOfRow, h - 1);
    const int x = left - Radius + pack % PacksOfRow * V;
    Pack<V> value;
#pragma unroll
    for (int v = 0; v < V; ++v)
      value.at[v] = 0;
    if (x >= 0 && x < w)
      value = packAt<V>(in + y * w + x);
    if (pack < Packs)
      store<V>(tile + pack * V, value);
  }
  __syncthreads();

  Pack<4> sum[RowsOfThread];
#pragma unroll
  for (int r = 0; r < RowsOfThread; ++r) {
    const float *line =
        tile + (threadIdx.y + r * BlockY) * Pitch + threadIdx.x * 4;
    float cell[4 + 2 * Radius];
#pragma unroll
    for (int k = 0; k < 4 + 2 * Radius; k += 4) {
      const Pack<4> pack = packAt<4>(line + k);
#pragma unroll
      for (int v = 0; v < 4; ++v)
        cell[k + v] = pack.at[v];
    }
#pragma unroll
    for (int v = 0; v < 4; ++v) {
      sum[r].at[v] = 0;
#pragma unroll
      for (int k = 0; k < Taps; ++k)
        sum[r].at[v] += weight[k] * cell[v + k];
    }
  }
  if (V == 4) {
    const int x = left + threadIdx.x * 4;
#pragma unroll
    for (int r = 0; r < RowsOfThread; ++r) {
      const int y = top + threadIdx.y + r * BlockY;
      if (x < w && y < h)
        store<4>(out + y * w + x, sum[r]);
    }
    return;
  }
  __syncthreads();
#pragma unroll
  for (int r = 0; r < RowsOfThread; ++r)
    store<4>(tile + (threadIdx.y + r * BlockY) * TileWidth + threadIdx.x * 4,
             sum[r]);
  __syncthreads();
  static_assert(TileWidth == Threads, "a row at a time");
#pragma unroll
  for (int r = 0; r < TileRows; ++r)
    if (left + thread < w && top + r < h)
      out[(top + r) * w + left + thread] = tile[r * TileWidth + thread];
}

template <int V>
__global__ void __launch_bounds__(Threads)
    convolveDown(const float *__restrict__ in,
                 const float *__restrict__ weights, float *__restrict__ out,
                 int h, int w) {
  const int x = (blockIdx.x * BlockX + threadIdx.x) * V;
  const int top = (blockIdx.y * BlockY + threadIdx.y) * Rows;
  if (x >= w || top >= h)
    return;
  float weight[Taps];
  loadWeights(weight, weights);
  Pack<V> sum[Rows];
#pragma unroll
  for (int r = 0; r < Rows; ++r)
#pragma unroll
    for (int v = 0; v < V; ++v)
      sum[r].at[v] = 0;
#pragma unroll
  for (int k = 0; k < Rows + 2 * Radius; ++k) {
    const int y = top - Radius + k;
    Pack<V> row;
#pragma unroll
    for (int v = 0; v < V; ++v)
      row.at[v] = 0;
    if (y >= 0 && y < h)
      row = packAt<V>(in + y * w + x);
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      if (k - r >= 0 && k - r < Taps)
#pragma unroll
        for (int v = 0; v < V; ++v)
          sum[r].at[v] +=
              weight[k - r >= 0 && k - r < Taps ? k - r : 0] * row.at[v];
  }
#pragma unroll
  for (int r = 0; r < Rows; ++r)
    if (top + r < h)
      store<V>(out + (top + r) * w + x, sum[r]);
}

template <int V>
static void launch(const float *in, const float *weights, float *rows,
                   float *out, int h, int w) {
  const dim3 block(BlockX, BlockY);
  const dim3 tiles((w - 1) / TileWidth + 1, (h - 1) / TileRows + 1);
  convolveTile<V><<<tiles, block>>>(in, weights, rows, h, w);
  const dim3 grid((w - 1) / (BlockX * V) + 1, (h - 1) / (BlockY * Rows) + 1);
  convolveDown<V><<<grid, block>>>(rows, weights, out, h, w);
}

void convolution_separable(const float *in, const float *weights, float *rows,
                           float *out, int h, int w) {
  if (h < 1 || w < 1)
    return;
  if (w % 4 == 0)
    launch<4>(in, weights, rows, out, h, w);
  else
    launch<1>(in, weights, rows, out, h, w);
}
