// Squared distances between all of n points of dimension d. A block computes
// 128 x 128 of them, on or below the diagonal, and writes them twice, as they
// are symmetric; a thread 8 x 8 in registers, as four quarters of 4 x 4, so
// that lanes of a warp read consecutive vectors of shared memory. Two pairs of
// transposed tiles of P are there: while one is used, the next is on its way
// through registers.

constexpr int Tile = 128, Depth = 8, Threads = 256;
constexpr int Pitch = Tile + 4; // transposing stores go to all banks

__device__ __forceinline__ void read4(float *to, const float *from) {
  float4 v = *reinterpret_cast<const float4 *>(from);
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

__device__ __forceinline__ void write4(float *to, const float *from) {
  *reinterpret_cast<float4 *>(to) =
      make_float4(from[0], from[1], from[2], from[3]);
}

// Rows of P: Depth elements at a time, transposed. What is beyond the edges
// is 0.
template <bool Aligned> struct TileOfRows {
  const float *from;
  int place, height, depth; // of this thread's first element; what is left
  int row, column, stride;
  float staged[4];

  __device__ TileOfRows(const float *P, int first, int n, int d) : from(P) {
    row = Aligned ? threadIdx.x / 2 : threadIdx.x / Depth;
    column = Aligned ? threadIdx.x % 2 * 4 : threadIdx.x % Depth;
    place = (first + row) * d + column;
    height = n - first - row;
    depth = d - column;
    stride = Threads / Depth * d;
  }

  __device__ __forceinline__ void load(int l) {
    if (Aligned) {
      staged[0] = staged[1] = staged[2] = staged[3] = 0;
      if (l < depth && height > 0)
        read4(staged, from + place + l);
    } else {
#pragma unroll
      for (int c = 0; c < 4; ++c)
        staged[c] = l < depth && Threads / Depth * c < height
                        ? from[place + c * stride + l]
                        : 0;
    }
  }

  __device__ __forceinline__ void store(float (*tile)[Pitch]) const {
#pragma unroll
    for (int c = 0; c < 4; ++c)
      if (Aligned)
        tile[column + c][row] = staged[c];
      else
        tile[column][row + Threads / Depth * c] = staged[c];
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
    distancesOfTiles(const float *__restrict__ P, float *__restrict__ D, int n,
                     int d, bool alignedD) {
  __shared__ __align__(16) float tileA[2][Depth][Pitch];
  __shared__ __align__(16) float tileB[2][Depth][Pitch];
  __shared__ __align__(16) float parts[Threads / 32][8 * 36];
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

  TileOfRows<Aligned> nextA(P, firstRow, n, d);
  TileOfRows<Aligned> nextB(P, firstColumn, n, d);
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
  nextA.store(tileA[0]);
  nextB.store(tileB[0]);
  __syncthreads();
  read(0, 0);
  int buffer = 0;
  for (int l0 = 0; l0 < d; l0 += Depth) {
    nextA.load(l0 + Depth);
    nextB.load(l0 + Depth);
#pragma unroll
    for (int l = 0; l < Depth; ++l) {
      if (l < Depth - 1) {
        read(buffer, l + 1);
      } else {
        buffer ^= 1;
        nextA.store(tileA[buffer]);
        nextB.store(tileB[buffer]);
        __syncthreads();
        read(buffer, 0);
      }
#pragma unroll
      for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int c = 0; c < 8; ++c) {
          const float difference = a[l % 2][r] - b[l % 2][c];
          sum[r][c] += difference * difference;
        }
    }
  }

  const bool isMirrored = place.x != place.y;
  if (alignedD) {
#pragma unroll
    for (int r = 0; r < 8; ++r) {
      const int i = firstRow + myRow + r % 4 + r / 4 * 16;
#pragma unroll
      for (int c = 0; c < 8; c += 4) {
        const int j = firstColumn + myColumn + c / 4 * 32;
        if (i < n && j < n)
          write4(&D[i * n + j], &sum[r][c]);
      }
    }
#pragma unroll
    for (int c = 0; c < 8; ++c) {
      const int i = firstColumn + myColumn + c % 4 + c / 4 * 32;
#pragma unroll
      for (int r = 0; r < 8; r += 4) {
        const int j = firstRow + myRow + r / 4 * 16;
        const float mirrored[4] = {sum[r][c], sum[r + 1][c], sum[r + 2][c],
                                   sum[r + 3][c]};
        if (isMirrored && i < n && j < n)
          write4(&D[i * n + j], mirrored);
      }
    }
    return;
  }

  // Rows start anywhere: parts of them change lanes through shared memory, so
  // that a warp writes 32 consecutive elements at a time.
  const int warpRow = firstRow + warp / 2 * 32;
  const int warpColumn = firstColumn + warp % 2 * 64;
#pragma unroll
  for (int r = 0; r < 8; ++r) {
    write4(&parts[warp][laneRow * 68 + laneColumn * 4], &sum[r][0]);
    write4(&parts[warp][laneRow * 68 + laneColumn * 4 + 32], &sum[r][4]);
    __syncwarp();
#pragma unroll
    for (int x = 0; x < 4; ++x) {
      const int i = warpRow + x * 4 + r % 4 + r / 4 * 16;
#pragma unroll
      for (int j = lane; j < 64; j += 32)
        if (i < n && warpColumn + j < n)
          D[i * n + warpColumn + j] = parts[warp][x * 68 + j];
    }
    __syncwarp();
  }
  if (!isMirrored)
    return;
#pragma unroll
  for (int c = 0; c < 8; ++c) {
#pragma unroll
    for (int r = 0; r < 8; r += 4) {
      const float mirrored[4] = {sum[r][c], sum[r + 1][c], sum[r + 2][c],
                                 sum[r + 3][c]};
      write4(&parts[warp][laneColumn * 36 + laneRow * 4 + r * 4], mirrored);
    }
    __syncwarp();
#pragma unroll
    for (int x = 0; x < 8; ++x) {
      const int i = warpColumn + x * 4 + c % 4 + c / 4 * 32;
      if (i < n && warpRow + lane < n)
        D[i * n + warpRow + lane] = parts[warp][x * 36 + lane];
    }
    __syncwarp();
  }
}

static bool isAligned(const void *array, int width) {
  return reinterpret_cast<size_t>(array) % 16 == 0 && width % 4 == 0;
}

void pairwise_distances(const float *P, float *D, int n, int d) {
  const int tiles = (n + Tile - 1) / Tile;
  const int blocks = tiles * (tiles + 1) / 2;
  if (isAligned(P, d))
    distancesOfTiles<true><<<blocks, Threads>>>(P, D, n, d, isAligned(D, n));
  else
    distancesOfTiles<false><<<blocks, Threads>>>(P, D, n, d, isAligned(D, n));
}
