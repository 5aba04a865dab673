// A block goes through the planes. A thread has three rows of two columns, or
// of one where rows are not aligned; nine planes of them are in registers, the
// next is on its way. The middle one is shared by the block in a tile with what
// lies around it; there are two tiles, so that one barrier in each plane is
// enough. Four columns would need more registers than there are for so many
// threads.
constexpr int Radius = 4, BlockX = 32, BlockY = 16, Rows = 3;
constexpr int TileRows = BlockY * Rows, Threads = BlockX * BlockY;
constexpr int Window = 2 * Radius + 1;
constexpr int Multiprocessors = 132; // of an H200

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

template <int V>
__global__ void __launch_bounds__(Threads)
    starPlanes(const float *__restrict__ in, const float *__restrict__ weights,
               float *__restrict__ out, int nx, int ny, int nz, int planes) {
  constexpr int TileWidth = BlockX * V;
  // The packs around the tile: rows above and below, then columns at the left
  // and the right.
  constexpr int RowPacks = 2 * Radius * BlockX, SidePacks = Radius / V;
  constexpr int Around = RowPacks + TileRows * 2 * SidePacks;
  constexpr int Each = (Around - 1) / Threads + 1;
  constexpr int Pitch = TileWidth + 2 * Radius;
  __shared__ alignas(16) float tiles[2][(TileRows + 2 * Radius) * Pitch];

  const int thread = threadIdx.y * BlockX + threadIdx.x;
  const int left = blockIdx.x * TileWidth;
  const int top = blockIdx.y * TileRows + Radius;
  const int column = threadIdx.x * V, row = threadIdx.y * Rows;
  const int x = left + column, y = top + row;
  const int first = blockIdx.z * planes + Radius;
  const int last = min(first + planes, nz - Radius);
  const int plane = nx * ny;

  // What lies outside is replaced by something inside, and not used.
  int own[Rows];
#pragma unroll
  for (int r = 0; r < Rows; ++r)
    own[r] = min(y + r, ny - 1) * nx + min(x, nx - V);
  int around[Each], place[Each]; // in a plane, and in a tile
#pragma unroll
  for (int e = 0; e < Each; ++e) {
    const int pack = min(thread + e * Threads, Around - 1);
    int tileRow, tileColumn;
    if (pack < RowPacks) {
      tileRow = pack / BlockX;
      tileRow += tileRow < Radius ? 0 : TileRows;
      tileColumn = Radius + pack % BlockX * V;
    } else {
      const int side = (pack - RowPacks) % (2 * SidePacks);
      tileRow = Radius + (pack - RowPacks) / (2 * SidePacks);
      tileColumn = side * V + (side < SidePacks ? 0 : TileWidth);
    }
    place[e] = tileRow * Pitch + tileColumn;
    around[e] = min(top - Radius + tileRow, ny - 1) * nx +
                min(max(left - Radius + tileColumn, 0), nx - V);
  }

  float weight[Radius + 1];
#pragma unroll
  for (int k = 0; k <= Radius; ++k)
    weight[k] = weights[k];

  Pack<V> window[Window][Rows];
#pragma unroll
  for (int p = 0; p < Window; ++p)
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      window[p][r] = packAt<V>(in + ((first - Radius + p) * plane + own[r]));
  Pack<V> beside[Each];
#pragma unroll
  for (int e = 0; e < Each; ++e)
    beside[e] = packAt<V>(in + (first * plane + around[e]));

#pragma unroll V
  for (int z = first; z < last; ++z) {
    float *tile = tiles[(z - first) % 2];
    float *center = tile + (Radius + row) * Pitch + Radius + column;
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      store<V>(center + r * Pitch, window[Radius][r]);
#pragma unroll
    for (int e = 0; e < Each; ++e)
      if (thread + e * Threads < Around)
        store<V>(tile + place[e], beside[e]);
    // For the next plane.
    Pack<V> coming[Rows];
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      coming[r] =
          packAt<V>(in + (min(z + Radius + 1, nz - 1) * plane + own[r]));
#pragma unroll
    for (int e = 0; e < Each; ++e)
      beside[e] = packAt<V>(in + ((z + 1) * plane + around[e]));
    __syncthreads();

#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      float near[V + 2 * Radius];
#pragma unroll
      for (int s = 0; s < V + 2 * Radius; s += V) {
        const Pack<V> pack = s == Radius
                                 ? window[Radius][r]
                                 : packAt<V>(center + r * Pitch + s - Radius);
#pragma unroll
        for (int v = 0; v < V; ++v)
          near[s + v] = pack.at[v];
      }
      Pack<V> sum;
#pragma unroll
      for (int v = 0; v < V; ++v)
        sum.at[v] = weight[0] * near[Radius + v];
#pragma unroll
      for (int k = 1; k <= Radius; ++k) {
        const Pack<V> up = r >= k ? window[Radius][r >= k ? r - k : 0]
                                  : packAt<V>(center + (r - k) * Pitch);
        const Pack<V> down = r + k < Rows
                                 ? window[Radius][r + k < Rows ? r + k : 0]
                                 : packAt<V>(center + (r + k) * Pitch);
#pragma unroll
        for (int v = 0; v < V; ++v)
          sum.at[v] +=
              weight[k] * (near[Radius + v - k] + near[Radius + v + k] +
                           up.at[v] + down.at[v] + window[Radius - k][r].at[v] +
                           window[Radius + k][r].at[v]);
      }
      if (y + r < ny - Radius) {
        float *to = out + (z * plane + (y + r) * nx + x);
        if (x >= Radius && x + V <= nx - Radius) {
          store<V>(to, sum);
        } else {
#pragma unroll
          for (int v = 0; v < V; ++v)
            if (x + v >= Radius && x + v < nx - Radius)
              to[v] = sum.at[v];
        }
      }
    }
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
#pragma unroll
      for (int p = 0; p < Window - 1; ++p)
        window[p][r] = window[p + 1][r];
      window[Window - 1][r] = coming[r];
    }
  }
}

template <int V>
static void launch(const float *in, const float *weights, float *out, int nx,
                   int ny, int nz) {
  const int inner = nz - 2 * Radius;
  dim3 grid((nx - 1) / (BlockX * V) + 1, (ny - 2 * Radius - 1) / TileRows + 1);
  // A multiprocessor has registers for one block at a time, or two with single
  // columns. Of all numbers of parts, that for which the last block ends first;
  // each part loads eight planes more than it makes.
  constexpr int AtATime = Multiprocessors * (V == 1 ? 2 : 1);
  int planes = inner, best = 0;
  for (int parts = 1; parts <= 32 && parts <= inner; ++parts) {
    const int each = (inner - 1) / parts + 1;
    const int turns = (int(grid.x * grid.y) * parts - 1) / AtATime + 1;
    const int time = turns * (each + 2 * Radius);
    if (parts == 1 || time < best) {
      best = time;
      planes = each;
    }
  }
  grid.z = (inner - 1) / planes + 1;
  starPlanes<V>
      <<<grid, dim3(BlockX, BlockY)>>>(in, weights, out, nx, ny, nz, planes);
}

void stencil3d_r4(const float *in, const float *weights, float *out, int nx,
                  int ny, int nz) {
  if (nx <= 2 * Radius || ny <= 2 * Radius || nz <= 2 * Radius)
    return;
  if (nx % 2 == 0)
    launch<2>(in, weights, out, nx, ny, nz);
  else
    launch<1>(in, weights, out, nx, ny, nz);
}
