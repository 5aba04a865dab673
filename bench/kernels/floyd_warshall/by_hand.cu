// Each thread keeps its part of row k in registers and passes with it through
// the rows of its block, four at a time.
constexpr int Threads = 256, Columns = 4 * Threads, Rows = 16, Together = 4;

// Four numbers of a row: neighbours where rows are aligned, else every 256th.
template <bool Aligned> __device__ __forceinline__ int columnOf(int q) {
  return blockIdx.x * Columns +
         (Aligned ? 4 * threadIdx.x + q : threadIdx.x + q * Threads);
}

template <bool Aligned>
__device__ __forceinline__ void load(const float *row, int n, float (&x)[4]) {
  if (Aligned) {
    if (columnOf<Aligned>(0) < n) {
      const float4 all =
          *reinterpret_cast<const float4 *>(&row[columnOf<Aligned>(0)]);
      x[0] = all.x, x[1] = all.y, x[2] = all.z, x[3] = all.w;
    }
  } else {
#pragma unroll
    for (int q = 0; q < 4; ++q)
      if (columnOf<Aligned>(q) < n)
        x[q] = row[columnOf<Aligned>(q)];
  }
}

// All but column k, which other blocks read.
template <bool Aligned>
__device__ __forceinline__ void store(float *row, int n, int k,
                                      const float (&x)[4]) {
  const int first = columnOf<Aligned>(0);
  if (Aligned && k / 4 != first / 4) {
    if (first < n)
      *reinterpret_cast<float4 *>(&row[first]) =
          make_float4(x[0], x[1], x[2], x[3]);
  } else {
#pragma unroll
    for (int q = 0; q < 4; ++q)
      if (columnOf<Aligned>(q) < n && columnOf<Aligned>(q) != k)
        row[columnOf<Aligned>(q)] = x[q];
  }
}

template <bool Aligned>
__global__ void __launch_bounds__(Threads)
    relaxRows(float *distance, int n, int k) {
  float onward[4] = {};
  load<Aligned>(&distance[k * n], n, onward);
  const int first = blockIdx.y * Rows, last = min(first + Rows, n);
#pragma unroll 1
  for (int i = first; i < last; i += Together) {
    // Beyond the end the last row is read once more.
    float x[Together][4] = {}, toward[Together];
#pragma unroll
    for (int r = 0; r < Together; ++r) {
      const int row = min(i + r, last - 1);
      toward[r] = distance[row * n + k];
      load<Aligned>(&distance[row * n], n, x[r]);
    }
#pragma unroll
    for (int r = 0; r < Together; ++r) {
#pragma unroll
      for (int q = 0; q < 4; ++q)
        x[r][q] = fminf(x[r][q], toward[r] + onward[q]);
      if (i + r < last && i + r != k)
        store<Aligned>(&distance[(i + r) * n], n, k, x[r]);
    }
  }
}

void floyd_warshall(float *distance, int n, int k) {
  dim3 grid((n + Columns - 1) / Columns, (n + Rows - 1) / Rows);
  if (n % 4 == 0)
    relaxRows<true><<<grid, Threads>>>(distance, n, k);
  else
    relaxRows<false><<<grid, Threads>>>(distance, n, k);
}
