// y = A x: A is m x n, row by row. A warp sums four rows at a time, so that
// what it reads of x serves four times; of few rows, a block sums one.

constexpr int Threads = 256, Warps = Threads / 32;
constexpr int ManyRows = 4 * 16 * 132; // as many as 16 warps on all processors

__device__ __forceinline__ float dot(float4 a, float4 b, float sum) {
  return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

__device__ __forceinline__ float dot(float a, float b, float sum) {
  return sum + a * b;
}

// Rows of consecutive elements, T being float4 where all begin at a multiple
// of 16 bytes; \p length is in T.
template <int Rows, int Group, typename T>
__global__ void __launch_bounds__(Threads, 4)
    multiplyRows(const T *__restrict__ A, const T *__restrict__ x,
                 float *__restrict__ y, int m, int length) {
  constexpr int Unroll = 8 / Rows * (sizeof(T) == 16 ? 1 : 2);
  const int group = blockIdx.x * (Threads / Group) + threadIdx.x / Group;
  const int first = group * Rows, rank = threadIdx.x % Group;
  int start[Rows];
#pragma unroll
  for (int r = 0; r < Rows; ++r)
    start[r] = min(first + r, m - 1) * length;

  float sum[Rows] = {};
#pragma unroll Unroll
  for (int j = rank; j < length; j += Group) {
    const T factor = x[j];
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      sum[r] = dot(A[start[r] + j], factor, sum[r]);
  }

#pragma unroll
  for (int r = 0; r < Rows; ++r)
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
      sum[r] += __shfl_xor_sync(0xffffffff, sum[r], step);
  if (Group == 32) {
#pragma unroll
    for (int r = 0; r < Rows; ++r)
      if (rank == r && first + r < m)
        y[first + r] = sum[r];
    return;
  }

  __shared__ float parts[Warps];
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = sum[0];
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < Warps; ++w)
      sum[0] += parts[w];
    y[first] = sum[0];
  }
}

template <typename T>
static void launch(const float *A, const float *x, float *y, int m,
                   int length) {
  const T *rows = reinterpret_cast<const T *>(A);
  const T *factors = reinterpret_cast<const T *>(x);
  if (m >= ManyRows) {
    const int blocks = (m + 4 * Warps - 1) / (4 * Warps);
    multiplyRows<4, 32><<<blocks, Threads>>>(rows, factors, y, m, length);
  } else {
    multiplyRows<1, Threads><<<m, Threads>>>(rows, factors, y, m, length);
  }
}

void gemv_rows(const float *A, const float *x, float *y, int m, int n) {
  const bool aligned = n % 4 == 0 && reinterpret_cast<size_t>(A) % 16 == 0 &&
                       reinterpret_cast<size_t>(x) % 16 == 0;
  if (aligned)
    launch<float4>(A, x, y, m, n / 4);
  else
    launch<float>(A, x, y, m, n);
}
