// A warp has 32 rows. It reads them as tiles of 64 columns, row by row, into
// shared memory, where each thread adds up its own row; the next tile is on its
// way in registers meanwhile.
constexpr int Rows = 32, Columns = 64, Held = Rows * Columns / 32;

// The numbers of a tile that a thread reads and writes: half a row is 16 lanes
// wide with four numbers each, a quarter 32 lanes with one each.
template <bool Aligned> struct Place {
  __device__ static int row(int i, int lane) {
    return Aligned ? i / 4 * 2 + lane / 16 : i / 2;
  }
  __device__ static int column(int i, int lane) {
    return Aligned ? lane % 16 * 4 : i % 2 * 32 + lane;
  }
};

template <bool Aligned>
__device__ __forceinline__ void load(const float *__restrict__ in, int top,
                                     int left, int rows, int columns,
                                     float (&x)[Held]) {
#pragma unroll
  for (int i = 0; i < Held; i += Aligned ? 4 : 1) {
    const int row = top + Place<Aligned>::row(i, threadIdx.x);
    const int column = left + Place<Aligned>::column(i, threadIdx.x);
    if (row < rows && column < columns) {
      const float *from = &in[row * columns + column];
      if (Aligned) {
        const float4 four = *reinterpret_cast<const float4 *>(from);
        x[i] = four.x, x[i + 1] = four.y, x[i + 2] = four.z, x[i + 3] = four.w;
      } else {
        x[i] = *from;
      }
    }
  }
}

template <bool Aligned>
__global__ void __launch_bounds__(32)
    accumulateTiles(const float *__restrict__ in, float *__restrict__ out,
                    int rows, int columns) {
  // Rows are moved by a group of banks: eight threads, each at its own row,
  // meet all of them.
  __shared__ float4 tile[Rows][Columns / 4 + 1];
  float *single = reinterpret_cast<float *>(tile);
  constexpr int Stride = Columns + 4;
  const int lane = threadIdx.x, top = blockIdx.x * Rows;
  float x[Held] = {};
  float sum = 0.0f;

  load<Aligned>(in, top, 0, rows, columns, x);
  for (int left = 0; left < columns; left += Columns) {
#pragma unroll
    for (int i = 0; i < Held; i += Aligned ? 4 : 1) {
      const int row = Place<Aligned>::row(i, lane);
      const int column = Place<Aligned>::column(i, lane);
      if (Aligned)
        tile[row][column / 4] = make_float4(x[i], x[i + 1], x[i + 2], x[i + 3]);
      else
        single[row * Stride + column] = x[i];
    }
    __syncthreads();
    load<Aligned>(in, top, left + Columns, rows, columns, x);

#pragma unroll
    for (int c = 0; c < Columns / 4; ++c) {
      float4 four = tile[lane][c];
      four.x = sum + four.x;
      four.y = four.x + four.y;
      four.z = four.y + four.z;
      four.w = four.z + four.w;
      sum = four.w;
      tile[lane][c] = four;
    }
    __syncthreads();

#pragma unroll
    for (int i = 0; i < Held; i += Aligned ? 4 : 1) {
      const int row = Place<Aligned>::row(i, lane);
      const int column = Place<Aligned>::column(i, lane);
      if (top + row < rows && left + column < columns) {
        float *to = &out[(top + row) * columns + left + column];
        if (Aligned)
          *reinterpret_cast<float4 *>(to) = tile[row][column / 4];
        else
          *to = single[row * Stride + column];
      }
    }
    __syncthreads();
  }
}

void running_sum_rows(const float *in, float *out, int rows, int columns) {
  const int blocks = (rows + Rows - 1) / Rows;
  if (columns % 4 == 0)
    accumulateTiles<true><<<blocks, 32>>>(in, out, rows, columns);
  else
    accumulateTiles<false><<<blocks, 32>>>(in, out, rows, columns);
}
