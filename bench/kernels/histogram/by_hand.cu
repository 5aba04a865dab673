// Each block counts in shared memory, where each lane has a column of its own:
// the lanes of a warp meet 32 different banks whatever the bytes are.
constexpr int Threads = 512, PerProcessor = 4, Bins = 256, Lanes = 32;

// The place of a byte's counter, as a distance in bytes: a row has 128. It is
// found by one shift and one instruction for `&` and `|`.
__device__ __forceinline__ void countWord(unsigned *bins, unsigned word,
                                          unsigned column) {
  char *start = reinterpret_cast<char *>(bins);
  const unsigned mask = (Bins - 1) * Lanes * sizeof(unsigned);
  const unsigned places[4] = {word << 7, word >> 1, word >> 9, word >> 17};
#pragma unroll
  for (int b = 0; b < 4; ++b)
    atomicAdd(reinterpret_cast<unsigned *>(start + (places[b] & mask | column)),
              1u);
}

__device__ __forceinline__ void countWords(unsigned *bins, uint4 words,
                                           unsigned column) {
  countWord(bins, words.x, column);
  countWord(bins, words.y, column);
  countWord(bins, words.z, column);
  countWord(bins, words.w, column);
}

__global__ void __launch_bounds__(Threads, PerProcessor)
    countInColumns(const unsigned char *__restrict__ data,
                   unsigned *__restrict__ counts, int n) {
  __shared__ uint4 space[Bins * Lanes / 4];
  for (int i = threadIdx.x; i < Bins * Lanes / 4; i += Threads)
    space[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();

  unsigned *bins = reinterpret_cast<unsigned *>(space);
  const uint4 *words = reinterpret_cast<const uint4 *>(data);
  const unsigned column = threadIdx.x % Lanes * sizeof(unsigned);
  const int whole = n / 16, step = gridDim.x * Threads;
  const int first = blockIdx.x * Threads + threadIdx.x;
  int i = first;
  for (; i + step < whole; i += 2 * step) {
    const uint4 some = words[i], more = words[i + step];
    countWords(bins, some, column);
    countWords(bins, more, column);
  }
  if (i < whole)
    countWords(bins, words[i], column);
  if (first < n % 16)
    atomicAdd(&bins[data[16 * whole + first] * Lanes + threadIdx.x % Lanes],
              1u);
  __syncthreads();

  // Every thread starts in another column, thus in another bank.
  if (threadIdx.x < Bins) {
    unsigned sum = 0;
#pragma unroll
    for (int l = 0; l < Lanes; ++l)
      sum += bins[threadIdx.x * Lanes + (threadIdx.x + l) % Lanes];
    if (sum > 0)
      atomicAdd(&counts[threadIdx.x], sum);
  }
}

void histogram(const unsigned char *data, unsigned *counts, int n) {
  static const int processors = [] {
    int device = 0, number = 1;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&number, cudaDevAttrMultiProcessorCount, device);
    return number;
  }();
  // No more blocks than find work for each of their threads.
  const int blocks = (n / 32 + Threads - 1) / Threads;
  countInColumns<<<max(1, min(processors * PerProcessor, blocks)), Threads>>>(
      data, counts, n);
}
