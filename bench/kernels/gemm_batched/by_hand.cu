// C = A B for each of many matrices of n x n, row by row. A block takes as many
// matrices as fill 16 KB, which are consecutive in memory; a thread computes
// 4 x 4 elements. Of matrices of more than 64 x 64, a block computes a tile.

constexpr int Threads = 256, Most = 4096; // elements of an array in a block
constexpr int Tile = 64, Depth = 16;      // of large matrices

__device__ __forceinline__ void read4(float *to, const float *from) {
  float4 v = *reinterpret_cast<const float4 *>(from);
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

__device__ __forceinline__ void write4(float *to, const float *from) {
  *reinterpret_cast<float4 *>(to) =
      make_float4(from[0], from[1], from[2], from[3]);
}

// Matrices of a size that divides what a block takes. Everything moves as
// vectors.
template <int N>
__global__ void __launch_bounds__(Threads, 4)
    multiplyFixed(const float *__restrict__ A, const float *__restrict__ B,
                  float *__restrict__ C, int batch) {
  constexpr int Side = N / 4, Matrices = Threads / (Side * Side);
  constexpr int Loads = Most / 4 / Threads;
  static_assert(Matrices * N * N == Most, "threads do not fit the matrices");
  // Rows of A are read at once: with 4 more elements, from different banks.
  __shared__ __align__(16) float tileA[Matrices * N][N + 4];
  __shared__ __align__(16) float tileB[Matrices * N][N];
  const int first = blockIdx.x * Matrices;
  const int left = (batch - first) * N * N;

  float staged[2][Loads][4];
#pragma unroll
  for (int x = 0; x < Loads; ++x) {
    const int at = (threadIdx.x + x * Threads) * 4;
    if (at < left) {
      read4(staged[0][x], A + first * N * N + at);
      read4(staged[1][x], B + first * N * N + at);
    }
  }
#pragma unroll
  for (int x = 0; x < Loads; ++x) {
    const int at = (threadIdx.x + x * Threads) * 4;
    if (at < left) {
      write4(&tileA[at / N][at % N], staged[0][x]);
      write4(&tileB[at / N][at % N], staged[1][x]);
    }
  }
  __syncthreads();

  // Neighbours by the last bit of the thread share their rows, those by the
  // next bit their columns: then a warp's vectors take fewer cycles.
  const int matrix = threadIdx.x / (Side * Side);
  const int place = threadIdx.x % (Side * Side);
  const int row = (place >> 1 & 1) | (place >> 2 & 2) | (place >> 3 & 4);
  const int column = ((place & 1) | (place >> 1 & 2) | (place >> 2 & 4)) * 4;
  if (first + matrix >= batch)
    return;
  float sum[4][4] = {};
#pragma unroll
  for (int l = 0; l < N; l += 4) {
    float a[4][4], b[4][4];
#pragma unroll
    for (int x = 0; x < 4; ++x) {
      read4(a[x], &tileA[matrix * N + row + x * Side][l]);
      read4(b[x], &tileB[matrix * N + l + x][column]);
    }
#pragma unroll
    for (int x = 0; x < 4; ++x)
#pragma unroll
      for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int c = 0; c < 4; ++c)
          sum[r][c] += a[r][x] * b[x][c];
  }
#pragma unroll
  for (int r = 0; r < 4; ++r)
    write4(C + (first + matrix) * N * N + (row + r * Side) * N + column,
           sum[r]);
}

// Other matrices of up to 64 x 64: a thread's rows and columns are a quarter
// of a matrix apart, so that its neighbours read from other banks.
__global__ void __launch_bounds__(Threads, 4)
    multiplyPacked(const float *__restrict__ A, const float *__restrict__ B,
                   float *__restrict__ C, int n, int batch, int matrices) {
  __shared__ float packedA[Most], packedB[Most];
  const int first = blockIdx.x * matrices;
  const int count = min(batch - first, matrices);
  const int elements = count * n * n;
  const float *fromA = A + first * n * n, *fromB = B + first * n * n;
#pragma unroll 8
  for (int at = threadIdx.x; at < elements; at += Threads) {
    packedA[at] = fromA[at];
    packedB[at] = fromB[at];
  }
  __syncthreads();

  const int side = (n + 3) / 4;
  const int matrix = threadIdx.x / (side * side);
  const int row = threadIdx.x % (side * side) / side;
  const int column = threadIdx.x % side;
  const bool isUsed = matrix < count;
  float sum[4][4] = {};
  if (isUsed) {
    // What is beyond the edges is computed from others, and not used.
    const float *a[4], *b[4];
#pragma unroll
    for (int x = 0; x < 4; ++x) {
      a[x] = packedA + matrix * n * n + min(row + x * side, n - 1) * n;
      b[x] = packedB + matrix * n * n + min(column + x * side, n - 1);
    }
#pragma unroll 4
    for (int l = 0; l < n; ++l)
#pragma unroll
      for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int c = 0; c < 4; ++c)
          sum[r][c] += a[r][l] * b[c][l * n];
  }

  // Through shared memory, so that a warp writes consecutive elements.
  __syncthreads();
#pragma unroll
  for (int r = 0; r < 4; ++r)
#pragma unroll
    for (int c = 0; c < 4; ++c) {
      const int i = row + r * side, j = column + c * side;
      if (isUsed && i < n && j < n)
        packedA[matrix * n * n + i * n + j] = sum[r][c];
    }
  __syncthreads();
  for (int at = threadIdx.x; at < elements; at += Threads)
    C[first * n * n + at] = packedA[at];
}

__global__ void __launch_bounds__(Threads)
    multiplyTiles(const float *__restrict__ A, const float *__restrict__ B,
                  float *__restrict__ C, int n) {
  __shared__ __align__(16) float tileA[Depth][Tile + 4];
  __shared__ __align__(16) float tileB[Depth][Tile];
  const int firstRow = blockIdx.z * Tile, firstColumn = blockIdx.y * Tile;
  A += blockIdx.x * n * n;
  B += blockIdx.x * n * n;
  C += blockIdx.x * n * n;
  const int rowA = threadIdx.x / Depth, columnA = threadIdx.x % Depth;
  const int rowB = threadIdx.x / Tile, columnB = threadIdx.x % Tile;
  const int myRow = threadIdx.x / 16 * 4, myColumn = threadIdx.x % 16 * 4;
  float sum[4][4] = {};
  for (int l0 = 0; l0 < n; l0 += Depth) {
    float staged[2][4];
#pragma unroll
    for (int x = 0; x < 4; ++x) {
      const int i = firstRow + rowA + x * 16, l = l0 + rowB + x * 4;
      const int j = firstColumn + columnB;
      staged[0][x] = i < n && l0 + columnA < n ? A[i * n + l0 + columnA] : 0;
      staged[1][x] = l < n && j < n ? B[l * n + j] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int x = 0; x < 4; ++x) {
      tileA[columnA][rowA + x * 16] = staged[0][x];
      tileB[rowB + x * 4][columnB] = staged[1][x];
    }
    __syncthreads();
#pragma unroll
    for (int l = 0; l < Depth; ++l) {
      float a[4], b[4];
      read4(a, &tileA[l][myRow]);
      read4(b, &tileB[l][myColumn]);
#pragma unroll
      for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int c = 0; c < 4; ++c)
          sum[r][c] += a[r] * b[c];
    }
  }
#pragma unroll
  for (int r = 0; r < 4; ++r)
#pragma unroll
    for (int c = 0; c < 4; ++c) {
      const int i = firstRow + myRow + r, j = firstColumn + myColumn + c;
      if (i < n && j < n)
        C[i * n + j] = sum[r][c];
    }
}

static bool isAligned(const void *array) {
  return reinterpret_cast<size_t>(array) % 16 == 0;
}

template <int N>
static void launchFixed(const float *A, const float *B, float *C, int batch) {
  constexpr int Matrices = Most / (N * N);
  multiplyFixed<N>
      <<<(batch + Matrices - 1) / Matrices, Threads>>>(A, B, C, batch);
}

void gemm_batched(const float *A, const float *B, float *C, int n, int batch) {
  const bool aligned = isAligned(A) && isAligned(B) && isAligned(C);
  if (aligned && n == 8) {
    launchFixed<8>(A, B, C, batch);
  } else if (aligned && n == 16) {
    launchFixed<16>(A, B, C, batch);
  } else if (aligned && n == 32) {
    launchFixed<32>(A, B, C, batch);
  } else if (n <= Tile) {
    const int side = (n + 3) / 4;
    const int matrices = min(Most / (n * n), Threads / (side * side));
    multiplyPacked<<<(batch + matrices - 1) / matrices, Threads>>>(
        A, B, C, n, batch, matrices);
  } else {
    const int tiles = (n + Tile - 1) / Tile;
    const dim3 grid(batch, tiles, tiles);
    multiplyTiles<<<grid, Threads>>>(A, B, C, n);
  }
}
