// All rows in one launch: tiles of 64 x 128 sums, 4 x 8 of them in the
// registers of each thread, from two buffers in shared memory. The next part of
// a and b is on its way in registers while one is used.
constexpr int TileM = 64, TileN = 128, TileK = 16, Threads = 256;

struct Buffer {
  int4 a[TileK][TileM / 4 + 1]; // by columns; moved against bank conflicts
  int4 b[TileK][TileN / 4];
};

// Four neighbours of a row, zero beyond its end.
template <bool Aligned>
__device__ __forceinline__ int4 load(const int *__restrict__ from, int row,
                                     int rows, int column, int n) {
  int4 x = make_int4(0, 0, 0, 0);
  if (row < rows && column < n) {
    const int *at = &from[row * n + column];
    if (Aligned)
      return *reinterpret_cast<const int4 *>(at);
    x.x = at[0];
    if (column + 1 < n)
      x.y = at[1];
    if (column + 2 < n)
      x.z = at[2];
    if (column + 3 < n)
      x.w = at[3];
  }
  return x;
}

__device__ __forceinline__ void keep(Buffer &buffer, int4 a, const int4 (&b)[2],
                                     int t) {
  int *column = reinterpret_cast<int *>(buffer.a) + t / 4;
  constexpr int Stride = TileM + 4;
  column[(t % 4 * 4) * Stride] = a.x;
  column[(t % 4 * 4 + 1) * Stride] = a.y;
  column[(t % 4 * 4 + 2) * Stride] = a.z;
  column[(t % 4 * 4 + 3) * Stride] = a.w;
#pragma unroll
  for (int h = 0; h < 2; ++h)
    buffer.b[t / 32 + 8 * h][t % 32] = b[h];
}

template <bool Aligned>
__global__ void __launch_bounds__(Threads)
    multiplyTiles(const int *__restrict__ a, const int *__restrict__ b,
                  int *__restrict__ c, int rows, int n) {
  __shared__ Buffer buffers[2];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int top = blockIdx.y * TileM, left = blockIdx.x * TileN;
  int sums[4][8] = {};
  int4 nextA, nextB[2];

  const auto fetch = [&](int k) {
    nextA = load<Aligned>(a, top + t / 4, rows, k + t % 4 * 4, n);
#pragma unroll
    for (int h = 0; h < 2; ++h)
      nextB[h] =
          load<Aligned>(b, k + t / 32 + 8 * h, n, left + t % 32 * 4, n);
  };

  fetch(0);
  keep(buffers[0], nextA, nextB, t);
  __syncthreads();
  for (int k = 0, turn = 0; k < n; k += TileK, turn ^= 1) {
    const bool more = k + TileK < n;
    if (more)
      fetch(k + TileK);
    const Buffer &now = buffers[turn];
#pragma unroll
    for (int l = 0; l < TileK; ++l) {
      const int4 ofA = now.a[l][ty];
      const int4 ofB = now.b[l][tx], farB = now.b[l][tx + 16];
      const int x[4] = {ofA.x, ofA.y, ofA.z, ofA.w};
      const int y[8] = {ofB.x,  ofB.y,  ofB.z,  ofB.w,
                        farB.x, farB.y, farB.z, farB.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          sums[i][j] += x[i] * y[j];
    }
    // The other buffer was last read before the barrier of the last round.
    if (more)
      keep(buffers[turn ^ 1], nextA, nextB, t);
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int row = top + 4 * ty + i, column = left + 4 * tx + 64 * h;
      if (row >= rows || column >= n)
        continue;
      int *to = &c[row * n + column];
      const int *sum = &sums[i][4 * h];
      if (Aligned) {
        int4 old = *reinterpret_cast<int4 *>(to);
        *reinterpret_cast<int4 *>(to) = make_int4(
            old.x + sum[0], old.y + sum[1], old.z + sum[2], old.w + sum[3]);
      } else {
#pragma unroll
        for (int j = 0; j < 4; ++j)
          if (column + j < n)
            to[j] += sum[j];
      }
    }
}

void vector_matrix(const int *a, const int *b, int *c, int rows, int n) {
  dim3 grid((n + TileN - 1) / TileN, (rows + TileM - 1) / TileM);
  if (n % 4 == 0)
    multiplyTiles<true><<<grid, Threads>>>(a, b, c, rows, n);
  else
    multiplyTiles<false><<<grid, Threads>>>(a, b, c, rows, n);
}
