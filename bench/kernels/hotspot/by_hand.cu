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
    heatRows(const float *__restrict__ temperature,
             const float *__restrict__ power, float *__restrict__ out,
             float rate, float rx, float ry, float rz, float ambient, int h,
             int w) {
  const int x = (blockIdx.x * BlockX + threadIdx.x) * V;
  const int y = (blockIdx.y * BlockY + threadIdx.y) * Rows;
  if (x >= w || y >= h)
    return;
  Pack<V> row[Rows + 2], source[Rows];
#pragma unroll
  for (int r = 0; r < Rows + 2; ++r)
    row[r] = packAt<V>(temperature + min(max(y - 1 + r, 0), h - 1) * w + x);
#pragma unroll
  for (int r = 0; r < Rows; ++r)
    source[r] = packAt<V>(power + min(y + r, h - 1) * w + x);
  const int west = max(x - 1, 0), east = min(x + V, w - 1);
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const float *line = temperature + min(y + r, h - 1) * w;
    float near[V + 2];
    near[0] = line[west];
    near[V + 1] = line[east];
#pragma unroll
    for (int v = 0; v < V; ++v)
      near[v + 1] = row[r + 1].at[v];
    Pack<V> result;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const float here = near[v + 1];
      result.at[v] =
          here + rate * (source[r].at[v] +
                         (row[r + 2].at[v] + row[r].at[v] - 2.0f * here) * ry +
                         (near[v + 2] + near[v] - 2.0f * here) * rx +
                         (ambient - here) * rz);
    }
    if (y + r < h)
      *reinterpret_cast<Pack<V> *>(out + (y + r) * w + x) = result;
  }
}

template <int V>
static void launch(const float *temperature, const float *power, float *out,
                   float rate, float rx, float ry, float rz, float ambient,
                   int h, int w) {
  dim3 grid((w - 1) / (BlockX * V) + 1, (h - 1) / (BlockY * Rows) + 1);
  heatRows<V><<<grid, dim3(BlockX, BlockY)>>>(temperature, power, out, rate, rx,
                                              ry, rz, ambient, h, w);
}

void hotspot(const float *temperature, const float *power, float *out,
             float rate, float rx, float ry, float rz, float ambient, int h,
             int w) {
  if (h < 1 || w < 1)
    return;
  if (w % 4 == 0)
    launch<4>(temperature, power, out, rate, rx, ry, rz, ambient, h, w);
  else
    launch<1>(temperature, power, out, rate, rx, ry, rz, ambient, h, w);
}
