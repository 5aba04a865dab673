// A thread goes through the planes with two rows of four columns, or of one
// where rows are not aligned: three planes of them are in registers, the next
// is on its way. What lies beside them others load, too, and the first-level
// cache has it.
constexpr int BlockX = 32, BlockY = 8, Rows = 2;
// Of one thread. Each block loads two planes more.
constexpr int Planes = 32;

// Columns that are loaded and stored in one access.
template <int V> struct alignas(4 * V) Pack {
  float at[V];
};

template <int V> __device__ __forceinline__ Pack<V> packAt(const float *place) {
  return *reinterpret_cast<const Pack<V> *>(place);
}

template <int V>
__global__ void __launch_bounds__(BlockX *BlockY, 4)
    relaxPlanes(const float *__restrict__ in, float *__restrict__ out, int nx,
                int ny, int nz) {
  const int x = (blockIdx.x * BlockX + threadIdx.x) * V;
  const int y = (blockIdx.y * BlockY + threadIdx.y) * Rows + 1;
  const int first = blockIdx.z * Planes + 1;
  const int last = min(first + Planes, nz - 1);
  if (x >= nx || y >= ny - 1)
    return;
  // What lies outside is replaced by something inside, and not used.
  int line[Rows + 2];
#pragma unroll
  for (int r = 0; r < Rows + 2; ++r)
    line[r] = min(y - 1 + r, ny - 1) * nx;
  const int before = max(x - 1, 0), behind = min(x + V, nx - 1);
  const bool inner = x > 0 && x + V < nx;
  const size_t plane = size_t(nx) * ny;
  const float *from = in + (first - 1) * plane;
  float *to = out + first * plane;
  Pack<V> back[Rows], here[Rows], ahead[Rows];
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    back[r] = packAt<V>(from + line[r + 1] + x);
    here[r] = packAt<V>(from + plane + line[r + 1] + x);
    ahead[r] = packAt<V>(from + 2 * plane + line[r + 1] + x);
  }
  from += plane;
  for (int z = first; z < last; ++z) {
    const float *next = from + (z + 2 < nz ? 2 * plane : plane);
    Pack<V> coming[Rows];
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      coming[r] = packAt<V>(next + line[r + 1] + x);
    Pack<V> column[Rows + 2];
    column[0] = packAt<V>(from + line[0] + x);
    column[Rows + 1] = packAt<V>(from + line[Rows + 1] + x);
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      column[r + 1] = here[r];
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      float near[V + 2];
      near[0] = from[line[r + 1] + before];
      near[V + 1] = from[line[r + 1] + behind];
#pragma unroll
      for (int v = 0; v < V; ++v)
        near[v + 1] = here[r].at[v];
      Pack<V> result;
#pragma unroll
      for (int v = 0; v < V; ++v)
        result.at[v] =
            0.4f * here[r].at[v] +
            0.1f * (near[v] + near[v + 2] + column[r].at[v] +
                    column[r + 2].at[v] + back[r].at[v] + ahead[r].at[v]);
      if (y + r < ny - 1) {
        float *place = to + line[r + 1] + x;
        if (inner) {
          *reinterpret_cast<Pack<V> *>(place) = result;
        } else {
#pragma unroll
          for (int v = 0; v < V; ++v)
            if (x + v > 0 && x + v < nx - 1)
              place[v] = result.at[v];
        }
      }
    }
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      back[r] = here[r];
      here[r] = ahead[r];
      ahead[r] = coming[r];
    }
    from += plane;
    to += plane;
  }
}

template <int V>
static void launch(const float *in, float *out, int nx, int ny, int nz) {
  dim3 grid((nx - 1) / (BlockX * V) + 1, (ny - 3) / (BlockY * Rows) + 1,
            (nz - 3) / Planes + 1);
  relaxPlanes<V><<<grid, dim3(BlockX, BlockY)>>>(in, out, nx, ny, nz);
}

void stencil3d(const float *in, float *out, int nx, int ny, int nz) {
  if (nx < 3 || ny < 3 || nz < 3)
    return;
  if (nx % 4 == 0)
    launch<4>(in, out, nx, ny, nz);
  else
    launch<1>(in, out, nx, ny, nz);
}
