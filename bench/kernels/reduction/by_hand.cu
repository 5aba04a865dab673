// As many threads as fit pass through all numbers, with four loads of 16 bytes
// under way each. Warps and blocks add up; one number of each block goes to
// memory.
constexpr int Threads = 256, PerProcessor = 8, Together = 4;

__global__ void __launch_bounds__(Threads, PerProcessor)
    addUp(const int *__restrict__ data, int *__restrict__ total, int n) {
  __shared__ int ofWarps[Threads / 32];
  const int4 *parts = reinterpret_cast<const int4 *>(data);
  const int whole = n / 4, step = gridDim.x * Threads;
  const int first = blockIdx.x * Threads + threadIdx.x;
  int sums[Together] = {};
  int i = first;
  for (; i + (Together - 1) * step < whole; i += Together * step) {
    int4 x[Together];
#pragma unroll
    for (int p = 0; p < Together; ++p)
      x[p] = parts[i + p * step];
#pragma unroll
    for (int p = 0; p < Together; ++p)
      sums[p] += x[p].x + x[p].y + x[p].z + x[p].w;
  }
  for (; i < whole; i += step)
    sums[0] += parts[i].x + parts[i].y + parts[i].z + parts[i].w;
  if (first < n % 4)
    sums[0] += data[4 * whole + first];

  int sum = 0;
#pragma unroll
  for (int p = 0; p < Together; ++p)
    sum += sums[p];
  sum = __reduce_add_sync(0xFFFFFFFFu, sum);
  if (threadIdx.x % 32 == 0)
    ofWarps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < Threads / 32 ? ofWarps[threadIdx.x] : 0;
    sum = __reduce_add_sync(0xFFFFFFFFu, sum);
    if (threadIdx.x == 0)
      atomicAdd(total, sum);
  }
}

void reduction(const int *data, int *total, int n) {
  static const int processors = [] {
    int device = 0, number = 1;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&number, cudaDevAttrMultiProcessorCount, device);
    return number;
  }();
  // No more blocks than find work for each of their threads.
  const int blocks = (n / 4 + Threads - 1) / Threads;
  addUp<<<max(1, min(processors * PerProcessor, blocks)), Threads>>>(
      data, total, n);
}
