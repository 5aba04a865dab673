// C = A B, row by row. A block computes 128 x 64 elements of C; a thread 8 x 8
// of them in registers, as 16 parts of 2 x 2, so that lanes of a warp read
// consecutive vectors of shared memory. Two tiles of A, transposed, and two of
// B are there: while one is used, the next is on its way through registers.

constexpr int Rows = 128, Columns = 64, Depth = 8, Threads = 128;
constexpr int Pitch = Rows + 2; // transposing stores go to all banks

__device__ __forceinline__ void read2(double *to, const double *from) {
  double2 v = *reinterpret_cast<const double2 *>(from);
  to[0] = v.x, to[1] = v.y;
}

__device__ __forceinline__ void write2(double *to, const double *from) {
  *reinterpret_cast<double2 *>(to) = make_double2(from[0], from[1]);
}

// Rows of A: Depth elements at a time, transposed. What is beyond the edges
// is 0.
template <bool Aligned> struct TileOfA {
  static constexpr int Width = Aligned ? 2 : 1; // of a load
  static constexpr int Step = Threads * Width / Depth;
  static constexpr int Loads = Rows / Step;
  const double *from;
  int height, depth; // what is left from this thread's place
  int row, column, stride;
  double staged[Loads][Width];

  __device__ TileOfA(const double *A, int first, int m, int k) {
    row = threadIdx.x / (Depth / Width);
    column = threadIdx.x % (Depth / Width) * Width;
    from = A + (first + row) * k + column;
    height = m - first - row;
    depth = k - column;
    stride = Step * k;
  }

  __device__ __forceinline__ void load(int l) {
#pragma unroll
    for (int c = 0; c < Loads; ++c) {
#pragma unroll
      for (int x = 0; x < Width; ++x)
        staged[c][x] = 0;
      if (l < depth && c * Step < height) {
        if (Aligned)
          read2(staged[c], from + c * stride + l);
        else
          staged[c][0] = from[c * stride + l];
      }
    }
  }

  __device__ __forceinline__ void store(double (*tile)[Pitch]) const {
#pragma unroll
    for (int c = 0; c < Loads; ++c)
#pragma unroll
      for (int x = 0; x < Width; ++x)
        tile[column + x][row + c * Step] = staged[c][x];
  }
};

// Depth rows of B at a time.
template <bool Aligned> struct TileOfB {
  static constexpr int Width = Aligned ? 2 : 1;
  static constexpr int Step = Threads * Width / Columns;
  static constexpr int Loads = Depth / Step;
  const double *from;
  int depth, width;
  bool inside;
  int row, column;
  double staged[Loads][Width];

  __device__ TileOfB(const double *B, int first, int n, int k) : width(n) {
    row = threadIdx.x / (Columns / Width);
    column = threadIdx.x % (Columns / Width) * Width;
    from = B + row * n + first + column;
    inside = first + column < n;
    depth = k - row;
  }

  __device__ __forceinline__ void load(int l) {
#pragma unroll
    for (int c = 0; c < Loads; ++c) {
#pragma unroll
      for (int x = 0; x < Width; ++x)
        staged[c][x] = 0;
      if (l + c * Step < depth && inside) {
        if (Aligned)
          read2(staged[c], from + (l + c * Step) * width);
        else
          staged[c][0] = from[(l + c * Step) * width];
      }
    }
  }

  __device__ __forceinline__ void store(double (*tile)[Columns]) const {
#pragma unroll
    for (int c = 0; c < Loads; ++c) {
      if (Aligned)
        write2(&tile[row + c * Step][column], staged[c]);
      else
        tile[row + c * Step][column] = staged[c][0];
    }
  }
};

template <bool AlignedA, bool AlignedB>
__global__ void __launch_bounds__(Threads, 2)
    multiplyTiles(const double *__restrict__ A, const double *__restrict__ B,
                  double *__restrict__ C, int m, int n, int k) {
  __shared__ __align__(16) double tileA[2][Depth][Pitch];
  __shared__ __align__(16) double tileB[2][Depth][Columns];
  const int firstRow = blockIdx.y * Rows, firstColumn = blockIdx.x * Columns;

  // 2 x 2 warps of 64 x 32 elements, 8 x 4 lanes. Neighbours by the last bit
  // of the lane share their rows, those by the next bit their columns: then a
  // warp's vectors take two cycles of shared memory, not four.
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int laneRow = (lane >> 1 & 3) | (lane >> 2 & 4);
  const int laneColumn = (lane & 1) | (lane >> 2 & 2);
  const int myRow = warp / 2 * 64 + laneRow * 2;
  const int myColumn = warp % 2 * 32 + laneColumn * 2;

  TileOfA<AlignedA> nextA(A, firstRow, m, k);
  TileOfB<AlignedB> nextB(B, firstColumn, n, k);
  double sum[8][8] = {};
  double a[2][8], b[2][8];
  auto read = [&](int buffer, int l) {
#pragma unroll
    for (int x = 0; x < 4; ++x) {
      read2(a[l % 2] + x * 2, &tileA[buffer][l][myRow + x * 16]);
      read2(b[l % 2] + x * 2, &tileB[buffer][l][myColumn + x * 8]);
    }
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
    const int i = firstRow + myRow + r % 2 + r / 2 * 16;
#pragma unroll
    for (int c = 0; c < 8; c += 2) {
      const int j = firstColumn + myColumn + c / 2 * 8;
      if (i >= m)
        continue;
      if (AlignedB) {
        if (j < n)
          write2(&C[i * n + j], &sum[r][c]);
      } else {
        if (j < n)
          C[i * n + j] = sum[r][c];
        if (j + 1 < n)
          C[i * n + j + 1] = sum[r][c + 1];
      }
    }
  }
}

static bool isAligned(const void *array, int width) {
  return reinterpret_cast<size_t>(array) % 16 == 0 && width % 2 == 0;
}

void dgemm(const double *A, const double *B, double *C, int m, int n, int k) {
  const bool alignedA = isAligned(A, k);
  const bool alignedB = isAligned(B, n) && isAligned(C, n);
  const dim3 grid((n + Columns - 1) / Columns, (m + Rows - 1) / Rows);
  if (alignedA && alignedB)
    multiplyTiles<true, true><<<grid, Threads>>>(A, B, C, m, n, k);
  else if (alignedA)
    multiplyTiles<true, false><<<grid, Threads>>>(A, B, C, m, n, k);
  else if (alignedB)
    multiplyTiles<false, true><<<grid, Threads>>>(A, B, C, m, n, k);
  else
    multiplyTiles<false, false><<<grid, Threads>>>(A, B, C, m, n, k);
}
