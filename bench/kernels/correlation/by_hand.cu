// Correlations of the columns of X, which is n x m. First a block computes mean
// and deviation of 16 columns: the second time, they come from the cache.
//
// Then, a block computes 128 x 128 elements on or below the diagonal of C and
// writes them twice, as C is symmetric; a thread 8 x 8 of them in registers, as
// four quarters of 4 x 4, so that lanes of a warp read consecutive vectors of
// shared memory. Two pairs of tiles of X, less the means, are there: while one
// is used, the next is on its way through registers.

constexpr int Tile = 128, Depth = 8, Threads = 256;
constexpr int Strip = 16, Lines = 64; // of a block of statistics

__device__ __forceinline__ void read4(float *to, const float *from) {
  float4 v = *reinterpret_cast<const float4 *>(from);
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

__device__ __forceinline__ void write4(float *to, const float *from) {
  *reinterpret_cast<float4 *>(to) =
      make_float4(from[0], from[1], from[2], from[3]);
}

// The first \p left of 4 elements.
__device__ __forceinline__ void writeRow(float *to, const float *from, int left,
                                         bool aligned) {
  if (aligned) {
    if (left > 0)
      write4(to, from);
  } else {
#pragma unroll
    for (int x = 0; x < 4; ++x)
      if (x < left)
        to[x] = from[x];
  }
}

// The sum of a column's parts, in all threads of the column.
__device__ __forceinline__ float sumOfLines(float part) {
  __shared__ float parts[Lines][Strip + 1];
  const int x = threadIdx.x % Strip, y = threadIdx.x / Strip;
  parts[y][x] = part;
  __syncthreads();
#pragma unroll
  for (int step = Lines / 2; step > 0; step /= 2) {
    if (y < step)
      parts[y][x] += parts[y + step][x];
    __syncthreads();
  }
  return parts[0][x];
}

__global__ void __launch_bounds__(Strip *Lines)
    computeStatistics(const float *__restrict__ X, float *__restrict__ mean,
                      float *__restrict__ deviation, int n, int m) {
  const int j = blockIdx.x * Strip + threadIdx.x % Strip;
  const float *column = X + min(j, m - 1);
  float part = 0;
#pragma unroll 8
  for (int i = threadIdx.x / Strip; i < n; i += Lines)
    part += column[i * m];
  const float middle = sumOfLines(part) / n;
  __syncthreads();
  part = 0;
#pragma unroll 8
  for (int i = threadIdx.x / Strip; i < n; i += Lines) {
    const float difference = column[i * m] - middle;
    part += difference * difference;
  }
  const float variance = sumOfLines(part) / n;
  if (threadIdx.x < Strip && j < m) {
    mean[j] = middle;
    deviation[j] = sqrtf(variance);
  }
}

// Columns of X less their means: Depth rows at a time. Columns beyond the last
// are copies of others, whose results are not written; rows there are 0.
template <bool Aligned> struct TileOfColumns {
  const float *from;
  const float *mean;       // of the tile's columns
  int place, depth, width; // the thread's first element; rows that are left
  int row, column;
  float staged[4];

  __device__ TileOfColumns(const float *X, const float *mean, int first, int n,
                           int m)
      : from(X), mean(mean), width(m) {
    row = Aligned ? threadIdx.x / (Tile / 4) : threadIdx.x / Tile;
    column = Aligned ? threadIdx.x % (Tile / 4) * 4 : threadIdx.x % Tile;
    place = row * m + min(first + column, m - (Aligned ? 4 : 1));
    depth = n - row;
  }

  __device__ __forceinline__ void load(int l) {
    if (Aligned) {
      if (l < depth)
        read4(staged, from + place + l * width);
    } else {
#pragma unroll
      for (int c = 0; c < 4; ++c)
        if (l + 2 * c < depth)
          staged[c] = from[place + (l + 2 * c) * width];
    }
  }

  // Stores what was loaded with the same \p l.
  __device__ __forceinline__ void store(float (*tile)[Tile], int l) const {
    if (Aligned) {
      float centered[4];
      read4(centered, mean + column);
#pragma unroll
      for (int c = 0; c < 4; ++c)
        centered[c] = l < depth ? staged[c] - centered[c] : 0;
      write4(&tile[row][column], centered);
    } else {
#pragma unroll
      for (int c = 0; c < 4; ++c)
        tile[row + 2 * c][column] =
            l + 2 * c < depth ? staged[c] - mean[column] : 0;
    }
  }
};

// Row and column of a tile on or below the diagonal, by its number.
__device__ __forceinline__ int2 placeOf(int number) {
  int row = (sqrtf(8.0f * number + 1) - 1) / 2;
  while (row * (row + 1) / 2 > number)
    --row;
  while ((row + 1) * (row + 2) / 2 <= number)
    ++row;
  return make_int2(row, number - row * (row + 1) / 2);
}

template <bool Aligned>
__global__ void __launch_bounds__(Threads, 2)
    correlateTiles(const float *__restrict__ X, const float *__restrict__ mean,
                   const float *__restrict__ deviation, float *__restrict__ C,
                   int n, int m, bool alignedC) {
  __shared__ __align__(16) float tileA[2][Depth][Tile];
  __shared__ __align__(16) float tileB[2][Depth][Tile];
  const int2 place = placeOf(blockIdx.x);
  const int firstRow = place.x * Tile, firstColumn = place.y * Tile;

  // 4 x 2 warps of 32 x 64 elements, 4 x 8 lanes. Neighbours by the last bit
  // of the lane share their rows, those by the next bit their columns: then a
  // warp's vectors take two cycles of shared memory, not four.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int laneRow = (lane >> 1 & 1) | (lane >> 2 & 2);
  const int laneColumn = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
  const int myRow = warp / 2 * 32 + laneRow * 4;
  const int myColumn = warp % 2 * 64 + laneColumn * 4;

  __shared__ __align__(16) float meanA[Tile], meanB[Tile];
  __shared__ float factorA[Tile], factorB[Tile];
  if (threadIdx.x < Tile) {
    const int i = min(firstRow + threadIdx.x, m - 1);
    meanA[threadIdx.x] = mean[i];
    factorA[threadIdx.x] = 1 / (n * deviation[i]);
  } else {
    const int j = min(firstColumn + threadIdx.x - Tile, m - 1);
    meanB[threadIdx.x - Tile] = mean[j];
    factorB[threadIdx.x - Tile] = 1 / deviation[j];
  }
  __syncthreads();
  TileOfColumns<Aligned> nextA(X, meanA, firstRow, n, m);
  TileOfColumns<Aligned> nextB(X, meanB, firstColumn, n, m);
  float sum[8][8] = {};
  float a[2][8], b[2][8];
  auto read = [&](int buffer, int l) {
    read4(a[l % 2], &tileA[buffer][l][myRow]);
    read4(a[l % 2] + 4, &tileA[buffer][l][myRow + 16]);
    read4(b[l % 2], &tileB[buffer][l][myColumn]);
    read4(b[l % 2] + 4, &tileB[buffer][l][myColumn + 32]);
  };

  nextA.load(0);
  nextB.load(0);
  nextA.store(tileA[0], 0);
  nextB.store(tileB[0], 0);
  __syncthreads();
  read(0, 0);
  int buffer = 0;
  for (int l0 = 0; l0 < n; l0 += Depth) {
    nextA.load(l0 + Depth);
    nextB.load(l0 + Depth);
#pragma unroll
    for (int l = 0; l < Depth; ++l) {
      if (l < Depth - 1) {
        read(buffer, l + 1);
      } else {
        buffer ^= 1;
        nextA.store(tileA[buffer], l0 + Depth);
        nextB.store(tileB[buffer], l0 + Depth);
        __syncthreads();
        read(buffer, 0);
      }
#pragma unroll
      for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int c = 0; c < 8; ++c)
          sum[r][c] += a[l % 2][r] * b[l % 2][c];
    }
  }

#pragma unroll
  for (int r = 0; r < 8; ++r)
#pragma unroll
    for (int c = 0; c < 8; ++c)
      sum[r][c] *= factorA[myRow + r % 4 + r / 4 * 16] *
                   factorB[myColumn + c % 4 + c / 4 * 32];

#pragma unroll
  for (int r = 0; r < 8; ++r) {
    const int i = firstRow + myRow + r % 4 + r / 4 * 16;
#pragma unroll
    for (int c = 0; c < 8; c += 4) {
      const int j = firstColumn + myColumn + c / 4 * 32;
      if (i < m)
        writeRow(&C[i * m + j], &sum[r][c], m - j, alignedC);
    }
  }
  if (place.x == place.y)
    return;
#pragma unroll
  for (int c = 0; c < 8; ++c) {
    const int i = firstColumn + myColumn + c % 4 + c / 4 * 32;
#pragma unroll
    for (int r = 0; r < 8; r += 4) {
      const int j = firstRow + myRow + r / 4 * 16;
      const float mirrored[4] = {sum[r][c], sum[r + 1][c], sum[r + 2][c],
                                 sum[r + 3][c]};
      if (i < m)
        writeRow(&C[i * m + j], mirrored, m - j, alignedC);
    }
  }
}

static bool isAligned(const void *array, int width) {
  return reinterpret_cast<size_t>(array) % 16 == 0 && width % 4 == 0;
}

void correlation(const float *X, float *mean, float *deviation, float *C, int n,
                 int m) {
  computeStatistics<<<(m + Strip - 1) / Strip, Strip * Lines>>>(
      X, mean, deviation, n, m);
  const int tiles = (m + Tile - 1) / Tile;
  const int blocks = tiles * (tiles + 1) / 2;
  const bool alignedC = isAligned(C, m);
  if (isAligned(X, m))
    correlateTiles<true>
        <<<blocks, Threads>>>(X, mean, deviation, C, n, m, alignedC);
  else
    correlateTiles<false>
        <<<blocks, Threads>>>(X, mean, deviation, C, n, m, alignedC);
}
