// y = A^T x: A is m x n, row by row. A block sums 128 columns, each of its
// warps every 32nd row of them, a lane four columns. Of few columns, several
// blocks sum parts of the rows.

constexpr int Columns = 128, Warps = 32, Threads = 32 * Warps, Unroll = 8;
constexpr int Processors = 132;

// A lane's four columns of a row, with 0 for those beyond the \p left that are
// left.
template <bool Aligned>
__device__ __forceinline__ void readRow(float *to, const float *from,
                                        int left) {
  to[0] = to[1] = to[2] = to[3] = 0;
  if (Aligned) {
    if (left > 0) {
      const float4 v = *reinterpret_cast<const float4 *>(from);
      to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
    }
  } else {
#pragma unroll
    for (int c = 0; c < 4; ++c)
      if (c * 32 < left)
        to[c] = from[c * 32];
  }
}

template <bool Aligned>
__global__ void __launch_bounds__(Threads, 1)
    multiplyColumns(const float *__restrict__ A, const float *__restrict__ x,
                    float *__restrict__ y, int m, int n, int rows) {
  __shared__ __align__(16) float parts[Warps][Columns];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int first = blockIdx.x * Columns;
  const int end = min(int(blockIdx.y + 1) * rows, m);
  const int column = first + lane * (Aligned ? 4 : 1);
  const float *from = A + column;

  float sum[4] = {};
  float a[Unroll][4], factor[Unroll];
  auto addRows = [&](int i, int count) {
#pragma unroll
    for (int u = 0; u < count; ++u) {
      readRow<Aligned>(a[u], from + (i + u * Warps) * n, n - column);
      factor[u] = x[i + u * Warps];
    }
#pragma unroll
    for (int u = 0; u < count; ++u)
#pragma unroll
      for (int c = 0; c < 4; ++c)
        sum[c] += a[u][c] * factor[u];
  };
  int i = blockIdx.y * rows + warp;
  for (; i + (Unroll - 1) * Warps < end; i += Unroll * Warps)
    addRows(i, Unroll);
  for (; i < end; i += Warps)
    addRows(i, 1);

#pragma unroll
  for (int c = 0; c < 4; ++c)
    parts[warp][Aligned ? lane * 4 + c : lane + c * 32] = sum[c];
  __syncthreads();

  const int j = first + threadIdx.x;
  if (threadIdx.x >= Columns || j >= n)
    return;
  float total = 0;
#pragma unroll
  for (int w = 0; w < Warps; ++w)
    total += parts[w][threadIdx.x];
  if (gridDim.y == 1)
    y[j] = total;
  else
    atomicAdd(&y[j], total);
}

void gemv_columns(const float *A, const float *x, float *y, int m, int n) {
  const int blocks = (n + Columns - 1) / Columns;
  const int most = (m + Warps * Unroll - 1) / (Warps * Unroll);
  const int wanted = max(1, min(Processors / blocks, most));
  const int rows = max(1, (m + wanted - 1) / wanted);
  const dim3 grid(blocks, (m + rows - 1) / rows);
  if (grid.y > 1)
    cudaMemsetAsync(y, 0, n * sizeof(float));
  if (n % 4 == 0 && reinterpret_cast<size_t>(A) % 16 == 0)
    multiplyColumns<true><<<grid, Threads>>>(A, x, y, m, n, rows);
  else
    multiplyColumns<false><<<grid, Threads>>>(A, x, y, m, n, rows);
}
