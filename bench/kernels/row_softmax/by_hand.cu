// A block for each row, which it reads once and keeps in registers: 16 numbers
// for each thread. Warps take exponentials relative to their own maximum, so
// that one barrier does for maximum and sum. Rows that are too long for one
// block's registers are read twice.
#include <cfloat>

constexpr int PerThread = 16, MostThreads = 1024;

struct Part {
  float largest, sum; // of exponentials relative to the largest
};

__device__ __forceinline__ float largestOfWarp(float x) {
#pragma unroll
  for (int d = 16; d > 0; d /= 2)
    x = fmaxf(x, __shfl_xor_sync(0xFFFFFFFFu, x, d));
  return x;
}

__device__ __forceinline__ float sumOfWarp(float x) {
#pragma unroll
  for (int d = 16; d > 0; d /= 2)
    x += __shfl_xor_sync(0xFFFFFFFFu, x, d);
  return x;
}

// From those of all warps.
__device__ __forceinline__ Part partOfBlock(Part mine, Part *parts) {
  const int warps = blockDim.x / 32;
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = mine;
  __syncthreads();
  Part all = {-FLT_MAX, 0.0f};
  for (int w = 0; w < warps; ++w)
    all.largest = fmaxf(all.largest, parts[w].largest);
  for (int w = 0; w < warps; ++w)
    all.sum += parts[w].sum * expf(parts[w].largest - all.largest);
  return all;
}

// Numbers 4 q to 4 q + 3 of a thread: neighbours where rows are aligned.
template <bool Aligned> __device__ __forceinline__ int columnOf(int q) {
  return Aligned ? 4 * (q / 4 * blockDim.x + threadIdx.x)
                 : q * blockDim.x + threadIdx.x;
}

template <bool Aligned>
__global__ void __launch_bounds__(MostThreads)
    normalizeInRegisters(const float *__restrict__ in, float *__restrict__ out,
                         int columns) {
  __shared__ Part parts[MostThreads / 32];
  in += blockIdx.x * columns;
  out += blockIdx.x * columns;

  float x[PerThread];
#pragma unroll
  for (int q = 0; q < PerThread; q += Aligned ? 4 : 1) {
    const int j = columnOf<Aligned>(q);
    if (Aligned) {
      float4 four = make_float4(-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX);
      if (j < columns)
        four = *reinterpret_cast<const float4 *>(&in[j]);
      x[q] = four.x, x[q + 1] = four.y, x[q + 2] = four.z, x[q + 3] = four.w;
    } else {
      x[q] = j < columns ? in[j] : -FLT_MAX;
    }
  }

  float largest = x[0];
#pragma unroll
  for (int q = 1; q < PerThread; ++q)
    largest = fmaxf(largest, x[q]);
  largest = largestOfWarp(largest);
  float sum = 0.0f;
#pragma unroll
  for (int q = 0; q < PerThread; ++q) {
    x[q] = expf(x[q] - largest);
    sum += columnOf<Aligned>(q) < columns ? x[q] : 0.0f;
  }
  const Part all = partOfBlock({largest, sumOfWarp(sum)}, parts);

  const float factor = expf(largest - all.largest) / all.sum;
#pragma unroll
  for (int q = 0; q < PerThread; q += Aligned ? 4 : 1) {
    const int j = columnOf<Aligned>(q);
    if (j < columns) {
      if (Aligned)
        *reinterpret_cast<float4 *>(&out[j]) =
            make_float4(x[q] * factor, x[q + 1] * factor, x[q + 2] * factor,
                        x[q + 3] * factor);
      else
        out[j] = x[q] * factor;
    }
  }
}

__global__ void __launch_bounds__(MostThreads)
    normalizeTwice(const float *__restrict__ in, float *__restrict__ out,
                   int columns) {
  __shared__ Part parts[MostThreads / 32];
  in += blockIdx.x * columns;
  out += blockIdx.x * columns;

  Part mine = {-FLT_MAX, 0.0f};
  for (int j = threadIdx.x; j < columns; j += MostThreads) {
    const float x = in[j], largest = fmaxf(mine.largest, x);
    mine.sum = mine.sum * expf(mine.largest - largest) + expf(x - largest);
    mine.largest = largest;
  }
  const float largest = largestOfWarp(mine.largest);
  const float sum = sumOfWarp(mine.sum * expf(mine.largest - largest));
  const Part all = partOfBlock({largest, sum}, parts);

  const float factor = 1.0f / all.sum;
  for (int j = threadIdx.x; j < columns; j += MostThreads)
    out[j] = expf(in[j] - all.largest) * factor;
}

void row_softmax(const float *in, float *out, int rows, int columns) {
  const int warps = (columns + 32 * PerThread - 1) / (32 * PerThread);
  if (warps > MostThreads / 32)
    normalizeTwice<<<rows, MostThreads>>>(in, out, columns);
  else if (columns % 4 == 0)
    normalizeInRegisters<true><<<rows, 32 * warps>>>(in, out, columns);
  else
    normalizeInRegisters<false><<<rows, 32 * warps>>>(in, out, columns);
}
