// A thread makes eight rows of four columns, or of one where rows are not
// aligned. It loads its columns of twelve rows at once; what lies beside them
// others load, too, and the first-level cache has it.
constexpr int Radius = 2, Rows = 8, BlockX = 64, BlockY = 4;

// Columns that are loaded and stored in one access.
template <int V> struct alignas(4 * V) Pack {
  float at[V];
};

template <int V> __device__ __forceinline__ Pack<V> packAt(const float *place) {
  return *reinterpret_cast<const Pack<V> *>(place);
}

// Two columns; a pair where packs are aligned.
template <int V>
__device__ __forceinline__ void loadTwo(float *to, const float *place) {
  if constexpr (V == 1) {
    to[0] = place[0];
    to[1] = place[1];
  } else {
    const Pack<2> pair = packAt<2>(place);
    to[0] = pair.at[0];
    to[1] = pair.at[1];
  }
}

template <int V>
__global__ void __launch_bounds__(BlockX *BlockY)
    starRows(const float *__restrict__ in, float *__restrict__ out, int h,
             int w) {
  const int x = (blockIdx.x * BlockX + threadIdx.x) * V;
  const int y = (blockIdx.y * BlockY + threadIdx.y) * Rows + Radius;
  if (x >= w || y >= h - Radius)
    return;
  // What lies outside is replaced by something inside, and not used.
  Pack<V> row[Rows + 2 * Radius];
#pragma unroll
  for (int r = 0; r < Rows + 2 * Radius; ++r)
    row[r] = packAt<V>(in + min(y - Radius + r, h - 1) * w + x);
  const int before = max(x - Radius, 0), behind = min(x + V, w - Radius);
  const bool inner = x >= Radius && x + V <= w - Radius;
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const float *line = in + min(y + r, h - 1) * w;
    float near[V + 2 * Radius];
    loadTwo<V>(near, line + before);
    loadTwo<V>(near + Radius + V, line + behind);
#pragma unroll
    for (int v = 0; v < V; ++v)
      near[Radius + v] = row[r + Radius].at[v];
    Pack<V> result;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const float *here = near + Radius + v;
      result.at[v] =
          0.4f * here[0] +
          0.1f * (here[-1] + here[1] + row[r + 1].at[v] + row[r + 3].at[v]) +
          0.05f * (here[-2] + here[2] + row[r].at[v] + row[r + 4].at[v]);
    }
    if (y + r < h - Radius) {
      float *place = out + (y + r) * w + x;
      if (inner) {
        *reinterpret_cast<Pack<V> *>(place) = result;
      } else {
#pragma unroll
        for (int v = 0; v < V; ++v)
          if (x + v >= Radius && x + v < w - Radius)
            place[v] = result.at[v];
      }
    }
  }
}

template <int V> static void launch(const float *in, float *out, int h, int w) {
  dim3 grid((w - 1) / (BlockX * V) + 1,
            (h - 2 * Radius - 1) / (BlockY * Rows) + 1);
  starRows<V><<<grid, dim3(BlockX, BlockY)>>>(in, out, h, w);
}

void stencil2d(const float *in, float *out, int h, int w) {
  if (h <= 2 * Radius || w <= 2 * Radius)
    return;
  if (w % 4 == 0)
    launch<4>(in, out, h, w);
  else
    launch<1>(in, out, h, w);
}
