// Each thread makes four pixels below each other. It reads two columns; the
// third is the next lane's first.
constexpr int Width = 32, Warps = 8, Rows = 4;

template <bool Aligned>
__device__ __forceinline__ float2 loadTwo(const float *__restrict__ from) {
  if (Aligned)
    return *reinterpret_cast<const float2 *>(from);
  return make_float2(from[0], from[1]);
}

template <bool Aligned>
__global__ void __launch_bounds__(Width *Warps)
    poolColumns(const float *__restrict__ in, float *__restrict__ out,
                int width, int height, int outWidth, int outHeight) {
  const int x = blockIdx.x * Width + threadIdx.x;
  const int top = (blockIdx.y * Warps + threadIdx.y) * Rows;
  const float *image = in + blockIdx.z * height * width;
  const bool isInside = x < outWidth;
  // For these no other lane reads the third column.
  const bool isLast = threadIdx.x == Width - 1 || x == outWidth - 1;
  if (top >= outHeight)
    return;

  float2 two[2 * Rows + 1];
  float third[2 * Rows + 1];
#pragma unroll
  for (int r = 0; r < 2 * Rows + 1; ++r) {
    const float *row = &image[min(2 * top + r, 2 * outHeight) * width];
    two[r] = isInside ? loadTwo<Aligned>(&row[2 * x]) : make_float2(0, 0);
    third[r] = isInside && isLast ? row[2 * x + 2] : 0;
  }

  float largest[2 * Rows + 1];
#pragma unroll
  for (int r = 0; r < 2 * Rows + 1; ++r) {
    const float next = __shfl_down_sync(0xFFFFFFFFu, two[r].x, 1);
    largest[r] = fmaxf(fmaxf(two[r].x, two[r].y), isLast ? third[r] : next);
  }
#pragma unroll
  for (int r = 0; r < Rows; ++r)
    if (isInside && top + r < outHeight)
      out[(blockIdx.z * outHeight + top + r) * outWidth + x] = fmaxf(
          fmaxf(largest[2 * r], largest[2 * r + 1]), largest[2 * r + 2]);
}

void max_pool(const float *in, float *out, int width, int height, int images) {
  const int outWidth = (width - 1) / 2, outHeight = (height - 1) / 2;
  dim3 block(Width, Warps);
  dim3 grid((outWidth + Width - 1) / Width,
            (outHeight + Warps * Rows - 1) / (Warps * Rows), images);
  if (width % 2 == 0)
    poolColumns<true>
        <<<grid, block>>>(in, out, width, height, outWidth, outHeight);
  else
    poolColumns<false>
        <<<grid, block>>>(in, out, width, height, outWidth, outHeight);
}
