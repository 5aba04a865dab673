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
    meanRows(const float *__restrict__ in, float *__restrict__ out, int h,
             int w) {
  const int x = (blockIdx.x * BlockX + threadIdx.x) * V;
  const int y = (blockIdx.y * BlockY + threadIdx.y) * Rows + 1;
  if (x >= w || y >= h - 1)
    return;
  // What lies outside is replaced by something inside, and not used.
  Pack<V> row[Rows + 2];
#pragma unroll
  for (int r = 0; r < Rows + 2; ++r)
    row[r] = packAt<V>(in + min(y - 1 + r, h - 1) * w + x);
  const int before = max(x - 1, 0), behind = min(x + V, w - 1);
  float left[Rows], right[Rows];
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const float *line = in + min(y + r, h - 1) * w;
    left[r] = line[before];
    right[r] = line[behind];
  }
  const bool inner = x > 0 && x + V < w;
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    Pack<V> result;
#pragma unroll
    for (int v = 0; v < V; ++v)
      result.at[v] =
          0.2f *
          (row[r + 1].at[v] +
           (v > 0 ? row[r + 1].at[v > 0 ? v - 1 : 0] : left[r]) +
           (v < V - 1 ? row[r + 1].at[v < V - 1 ? v + 1 : 0] : right[r]) +
           row[r].at[v] + row[r + 2].at[v]);
    if (y + r < h - 1) {
      float *line = out + (y + r) * w + x;
      if (inner) {
        *reinterpret_cast<Pack<V> *>(line) = result;
      } else {
#pragma unroll
        for (int v = 0; v < V; ++v)
          if (x + v > 0 && x + v < w - 1)
            line[v] = result.at[v];
      }
    }
  }
}

template <int V> static void launch(const float *in, float *out, int h, int w) {
  dim3 grid((w - 1) / (BlockX * V) + 1, (h - 3) / (BlockY * Rows) + 1);
  meanRows<V><<<grid, dim3(BlockX, BlockY)>>>(in, out, h, w);
}

void diffusion2d(const float *in, float *out, int h, int w) {
  if (h < 3 || w < 3)
    return;
  if (w % 4 == 0)
    launch<4>(in, out, h, w);
  else
    launch<1>(in, out, h, w);
}
