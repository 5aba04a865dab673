// All three fields in one pass. A block goes down a tile; a thread has four of
// its columns, or one where rows are not aligned. The electric field of a row
// is made from the old magnetic field; then there is all that the magnetic
// field of the row above needs. Left as it was is the magnetic field in the
// last row and the last column of each tile, which needs the electric field of
// other tiles, and which these need as it was: a second pass does these seams.
constexpr int Threads = 256, Rows = 64;

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
    updateTile(float *__restrict__ ex, float *__restrict__ ey,
               float *__restrict__ hz, float source, int h, int w) {
  // The first column of each thread's ex, for the one at the left; of this row
  // and of the one before.
  __shared__ float firstEx[2][Threads + 1];
  const int thread = threadIdx.x;
  const int x = (blockIdx.x * Threads + thread) * V;
  const int top = blockIdx.y * Rows, end = min(top + Rows, h);
  const bool any = x < w;
  // Columns whose magnetic field is made here.
  const int columns = min(thread < Threads - 1 ? V : V - 1, w - 1 - x);

  // Old magnetic field, new electric field of the row above.
  Pack<V> above = {}, aboveEx = {}, aboveEy = {};
  // Of the row, as it was; `left` is the magnetic field beside it.
  Pack<V> nowHz = {}, nowEx = {}, nowEy = {};
  float left = 0;
  if (any) {
    const int i = top * w + x;
    if (top > 0)
      above = packAt<V>(hz + i - w);
    nowHz = packAt<V>(hz + i);
    nowEx = packAt<V>(ex + i);
    nowEy = packAt<V>(ey + i);
    if (x > 0)
      left = hz[i - 1];
  }
  for (int y = top; y < end; ++y) {
    const int i = y * w + x;
    // For the next round. Nobody stores to this row's magnetic field before the
    // barrier of that round.
    Pack<V> nextHz = {}, nextEx = {}, nextEy = {};
    float nextLeft = 0;
    if (any && y + 1 < end) {
      nextHz = packAt<V>(hz + i + w);
      nextEx = packAt<V>(ex + i + w);
      nextEy = packAt<V>(ey + i + w);
      if (x > 0)
        nextLeft = hz[i + w - 1];
    }
#pragma unroll
    for (int v = 0; v < V; ++v) {
      nowEy.at[v] =
          y == 0 ? source : nowEy.at[v] - 0.5f * (nowHz.at[v] - above.at[v]);
      if (x + v > 0)
        nowEx.at[v] -=
            0.5f * (nowHz.at[v] - (v > 0 ? nowHz.at[v > 0 ? v - 1 : 0] : left));
    }
    if (any) {
      store<V>(ey + i, nowEy);
      store<V>(ex + i, nowEx);
    }
    firstEx[y % 2][thread] = nowEx.at[0];
    if (y > top) {
      const float right =
          thread < Threads - 1 ? firstEx[(y - 1) % 2][thread + 1] : 0;
#pragma unroll
      for (int v = 0; v < V; ++v)
        above.at[v] -=
            0.7f * ((v < V - 1 ? aboveEx.at[v < V - 1 ? v + 1 : 0] : right) -
                    aboveEx.at[v] + nowEy.at[v] - aboveEy.at[v]);
      if (columns >= V) {
        store<V>(hz + i - w, above);
      } else {
#pragma unroll
        for (int v = 0; v < V; ++v)
          if (v < columns)
            hz[i - w + v] = above.at[v];
      }
    }
    __syncthreads();
    above = nowHz;
    aboveEx = nowEx;
    aboveEy = nowEy;
    nowHz = nextHz;
    nowEx = nextEx;
    nowEy = nextEy;
    left = nextLeft;
  }
}

// The magnetic field in the last rows of tiles, then in their last columns,
// `width` apart.
__global__ void __launch_bounds__(Threads)
    updateSeams(const float *__restrict__ ex, const float *__restrict__ ey,
                float *__restrict__ hz, int h, int w, int width) {
  const int rows = (h - 1) / Rows, columns = (w - 1) / width;
  int i = blockIdx.x * Threads + threadIdx.x;
  int x, y;
  if (i < rows * w) {
    y = i / w * Rows + Rows - 1;
    x = i % w;
  } else {
    i -= rows * w;
    x = i / h * width + width - 1;
    y = i % h;
    if (i >= columns * h || y % Rows == Rows - 1)
      return;
  }
  if (x < w - 1 && y < h - 1)
    hz[y * w + x] -= 0.7f * (ex[y * w + x + 1] - ex[y * w + x] +
                             ey[(y + 1) * w + x] - ey[y * w + x]);
}

template <int V>
static void launch(float *ex, float *ey, float *hz, float source, int h,
                   int w) {
  constexpr int width = Threads * V;
  dim3 grid((w - 1) / width + 1, (h - 1) / Rows + 1);
  updateTile<V><<<grid, Threads>>>(ex, ey, hz, source, h, w);
  const int seams = (h - 1) / Rows * w + (w - 1) / width * h;
  if (seams > 0)
    updateSeams<<<(seams - 1) / Threads + 1, Threads>>>(ex, ey, hz, h, w,
                                                        width);
}

void fdtd2d(float *ex, float *ey, float *hz, float source, int h, int w) {
  if (h < 1 || w < 1)
    return;
  if (w % 4 == 0)
    launch<4>(ex, ey, hz, source, h, w);
  else
    launch<1>(ex, ey, hz, source, h, w);
}
