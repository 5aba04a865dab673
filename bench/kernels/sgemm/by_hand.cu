// C = A B, row by row. A block computes 128 x 128 elements of C; a thread 8 x 8
// of them in registers, as four quarters of 4 x 4, so that lanes of a warp read
// consecutive vectors of shared memory. Two tiles of A, transposed, and two of
// B are there: while one is used, the next is on its way through registers.

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

// Rows of A: Depth elements at a time, transposed. Rows beyond the last are
// copies of it; their results are not written. Columns beyond the last are 0.
template <bool Aligned> struct TileOfA {
  static constexpr int Count = Aligned ? 1 : 4;
  const float *from;
  int rows[Count], depth;
  int row, column;
  float staged[4];

  __device__ TileOfA(const float *A, int first, int m, int k)
      : from(A), depth(k) {
    row = Aligned ? threadIdx.x / 2 : threadIdx.x / Depth;
    column = Aligned ? threadIdx.x % 2 * 4 : threadIdx.x % Depth;
#pragma unroll
    for (int c = 0; c < Count; ++c)
      rows[c] = min(first + row + Threads / Depth * c, m - 1) * k + column;
  }

  __device__ __forceinline__ void load(int l) {
    const bool inside = l + column < depth;
    if (Aligned) {
      staged[0] = staged[1] = staged[2] = staged[3] = 0;
      if (inside)
        read4(staged, from + rows[0] + l);
    } else {
#pragma unroll
      for (int c = 0; c < Count; ++c)
        staged[c] = inside ? from[rows[c] + l] : 0;
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

// Depth rows of B at a time, with what is beyond its edges likewise.
template <bool Aligned> struct TileOfB {
  const float *from;
  int depth, width;
  int row, column;
  float staged[4];

  __device__ TileOfB(const float *B, int first, int n, int k)
      : depth(k), width(n) {
    row = Aligned ? threadIdx.x / (Tile / 4) : threadIdx.x / Tile;
    column = Aligned ? threadIdx.x % (Tile / 4) * 4 : threadIdx.x % Tile;
    from = B + row * n + min(first + column, n - (Aligned ? 4 : 1));
  }

  __device__ __forceinline__ void load(int l) {
    if (Aligned) {
      staged[0] = staged[1] = staged[2] = staged[3] = 0;
      if (l + row < depth)
        read4(staged, from + l * width);
    } else {
#pragma unroll
      for (int c = 0; c < 4; ++c)
        staged[c] = l + row + 2 * c < depth ? from[(l + 2 * c) * width] : 0;
    }
  }

  __device__ __forceinline__ void store(float (*tile)[Tile]) const {
    if (Aligned) {
      write4(&tile[row][column], staged);
    } else {
#pragma unroll
      for (int c = 0; c < 4; ++c)
        tile[row + 2 * c][column] = staged[c];
    }
  }
};

template <bool AlignedA, bool AlignedB>
__global__ void __launch_bounds__(Threads, 2)
    multiplyTiles(const float *__restrict__ A, const float *__restrict__ B,
                  float *__restrict__ C, int m, int n, int k) {
  __shared__ __align__(16) float tileA[2][Depth][Pitch];
  __shared__ __align__(16) float tileB[2][Depth][Tile];
  const int firstRow = blockIdx.y * Tile, firstColumn = blockIdx.x * Tile;

  // 4 x 2 warps of 32 x 64 elements, 4 x 8 lanes. Neighbours by the last bit
  // of the lane share their rows, those by the next bit their columns: then a
  // warp's vectors take two cycles of shared memory, not four.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int laneRow = (lane >> 1 & 1) | (lane >> 2 & 2);
  const int laneColumn = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
  const int myRow = warp / 2 * 32 + laneRow * 4;
  const int myColumn = warp % 2 * 64 + laneColumn * 4;

  TileOfA<AlignedA> nextA(A, firstRow, m, k);
  TileOfB<AlignedB> nextB(B, firstColumn, n, k);
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
  for (int l0 = 0; l0 < k; l0 += Depth) {
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
        for (int c = 0; c < 8; ++c)
          sum[r][c] += a[l % 2][r] * b[l % 2][c];
    }
  }

#pragma unroll
  for (int r = 0; r < 8; ++r) {
    const int i = firstRow + myRow + r % 4 + r / 4 * 16;
#pragma unroll
    for (int c = 0; c < 8; c += 4) {
      const int j = firstColumn + myColumn + c / 4 * 32;
      if (i >= m)
        continue;
      if (AlignedB) {
        if (j < n)
          write4(&C[i * n + j], &sum[r][c]);
      } else {
#pragma unroll
        for (int x = 0; x < 4; ++x)
          if (j + x < n)
            C[i * n + j + x] = sum[r][c + x];
      }
    }
  }
}

static bool isAligned(const void *array, int width) {
  return reinterpret_cast<size_t>(array) % 16 == 0 && width % 4 == 0;
}

void sgemm(const float *A, const float *B, float *C, int m, int n, int k) {
  const bool alignedA = isAligned(A, k);
  const bool alignedB = isAligned(B, n) && isAligned(C, n);
  const dim3 grid((n + Tile - 1) / Tile, (m + Tile - 1) / Tile);
  if (alignedA && alignedB)
    multiplyTiles<true, true><<<grid, Threads>>>(A, B, C, m, n, k);
  else if (alignedA)
    multiplyTiles<true, false><<<grid, Threads>>>(A, B, C, m, n, k);
  else if (alignedB)
    multiplyTiles<false, true><<<grid, Threads>>>(A, B, C, m, n, k);
  else
    multiplyTiles<false, false><<<grid, Threads>>>(A, B, C, m, n, k);
}
