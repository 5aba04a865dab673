// Each thread divides its part of the pivot's row once, keeps it in registers,
// and passes with it through the rows of its block, four at a time.
constexpr int Threads = 256, Columns = 4 * Threads, Rows = 32, Together = 4;

// Four numbers of a row: neighbours where rows are aligned, else every 256th.
template <bool Aligned> __device__ __forceinline__ int columnOf(int q) {
  return blockIdx.x * Columns +
         (Aligned ? 4 * threadIdx.x + q : threadIdx.x + q * Threads);
}

template <bool Aligned>
__device__ __forceinline__ void load(const float *__restrict__ row, int columns,
                                     float (&x)[4]) {
  if (Aligned) {
    if (columnOf<Aligned>(0) < columns) {
      const float4 all =
          *reinterpret_cast<const float4 *>(&row[columnOf<Aligned>(0)]);
      x[0] = all.x, x[1] = all.y, x[2] = all.z, x[3] = all.w;
    }
  } else {
#pragma unroll
    for (int q = 0; q < 4; ++q)
      if (columnOf<Aligned>(q) < columns)
        x[q] = row[columnOf<Aligned>(q)];
  }
}

template <bool Aligned>
__device__ __forceinline__ void store(float *__restrict__ row, int columns,
                                      const float (&x)[4]) {
  if (Aligned) {
    if (columnOf<Aligned>(0) < columns)
      *reinterpret_cast<float4 *>(&row[columnOf<Aligned>(0)]) =
          make_float4(x[0], x[1], x[2], x[3]);
  } else {
#pragma unroll
    for (int q = 0; q < 4; ++q)
      if (columnOf<Aligned>(q) < columns)
        row[columnOf<Aligned>(q)] = x[q];
  }
}

template <bool Aligned>
__global__ void __launch_bounds__(Threads)
    eliminateRows(const float *__restrict__ in, float *__restrict__ out,
                  int rows, int columns, int pivot) {
  float scaled[4] = {};
  load<Aligned>(&in[pivot * columns], columns, scaled);
  const float divisor = in[pivot * columns + pivot];
#pragma unroll
  for (int q = 0; q < 4; ++q)
    scaled[q] /= divisor;
  const int first = blockIdx.y * Rows, last = min(first + Rows, rows);
#pragma unroll 1
  for (int i = first; i < last; i += Together) {
    // Beyond the end the last row is read once more.
    float x[Together][4] = {}, factor[Together];
#pragma unroll
    for (int r = 0; r < Together; ++r) {
      const int row = min(i + r, last - 1);
      factor[r] = in[row * columns + pivot];
      load<Aligned>(&in[row * columns], columns, x[r]);
    }
#pragma unroll
    for (int r = 0; r < Together; ++r) {
#pragma unroll
      for (int q = 0; q < 4; ++q)
        x[r][q] = i + r == pivot ? scaled[q] : x[r][q] - factor[r] * scaled[q];
      if (i + r < last)
        store<Aligned>(&out[(i + r) * columns], columns, x[r]);
    }
  }
}

void gauss_jordan(const float *in, float *out, int rows, int columns,
                  int pivot) {
  dim3 grid((columns + Columns - 1) / Columns, (rows + Rows - 1) / Rows);
  if (columns % 4 == 0)
    eliminateRows<true><<<grid, Threads>>>(in, out, rows, columns, pivot);
  else
    eliminateRows<false><<<grid, Threads>>>(in, out, rows, columns, pivot);
}
