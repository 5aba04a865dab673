// A thread makes eight rows of four columns, or of one where rows are not
// aligned. It loads its columns of ten rows at once; what lies beside them
// others load, too, and the first-level cache has it.
constexpr int Rows = 8, BlockX = 64, BlockY = 4;

// Columns that are loaded and stored in one access.
template <int V> struct alignas(4 * V) Pack {
  float at[V];
};

template <int V> __device__ __forceinline__ Pack<V> packAt(const float *place) {
  return *reinterpret_cast<const Pack<V> *>(place);
}

template <int V>
__global__ void __launch_bounds__(BlockX *BlockY)
    stepRows(const float *__restrict__ in, const float *__restrict__ f,
             float *__restrict__ out, float h2, int h, int w) {
  const int x = (blockIdx.x * BlockX + threadIdx.x) * V;
  const int y = (blockIdx.y * BlockY + threadIdx.y) * Rows + 1;
  if (x >= w || y >= h - 1)
    return;
  // What lies outside is replaced by something inside, and not used.
  Pack<V> row[Rows + 2], source[Rows];
#pragma unroll
  for (int r = 0; r < Rows + 2; ++r)
    row[r] = packAt<V>(in + min(y - 1 + r, h - 1) * w + x);
#pragma unroll
  for (int r = 0; r < Rows; ++r)
    source[r] = packAt<V>(f + min(y + r, h - 1) * w + x);
  const int before = max(x - 1, 0), behind = min(x + V, w - 1);
  const bool inner = x > 0 && x + V < w;
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const float *line = in + min(y + r, h - 1) * w;
    float near[V + 2];
    near[0] = line[before];
    near[V + 1] = line[behind];
#pragma unroll
    for (int v = 0; v < V; ++v)
      near[v + 1] = row[r + 1].at[v];
    Pack<V> result;
#pragma unroll
    for (int v = 0; v < V; ++v)
      result.at[v] = 0.25f * (near[v] + near[v + 2] + row[r].at[v] +
                              row[r + 2].at[v] - h2 * source[r].at[v]);
    if (y + r < h - 1) {
      float *place = out + (y + r) * w + x;
      if (inner) {
        *reinterpret_cast<Pack<V> *>(place) = result;
      } else {
#pragma unroll
        for (int v = 0; v < V; ++v)
          if (x + v > 0 && x + v < w - 1)
            place[v] = result.at[v];
      }
    }
  }
}

template <int V>
static void launch(const float *in, const float *f, float *out, float h2, int h,
                   int w) {
  dim3 grid((w - 1) / (BlockX * V) + 1, (h - 3) / (BlockY * Rows) + 1);
  stepRows<V><<<grid, dim3(BlockX, BlockY)>>>(in, f, out, h2, h, w);
}

void jacobi(const float *in, const float *f, float *out, float h2, int h,
            int w) {
  if (h < 3 || w < 3)
    return;
  if (w % 4 == 0)
    launch<4>(in, f, out, h2, h, w);
  else
    launch<1>(in, f, out, h2, h, w);
}
