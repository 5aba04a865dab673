// Each thread has two bodies and meets all others in tiles of shared memory;
// the next tile is on its way in registers while one is used.
constexpr int Threads = 128, PerThread = 2;

__device__ __forceinline__ void pullOf(float4 other, float4 body,
                                       float softening, float3 &sum) {
  const float dx = other.x - body.x;
  const float dy = other.y - body.y;
  const float dz = other.z - body.z;
  // Starting with the softening, all three are multiply-adds.
  const float inverse = rsqrtf(softening + dx * dx + dy * dy + dz * dz);
  const float pull = other.w * inverse * inverse * inverse;
  sum.x += pull * dx;
  sum.y += pull * dy;
  sum.z += pull * dz;
}

__global__ void __launch_bounds__(Threads)
    attractByTiles(const float4 *__restrict__ bodies,
                   float4 *__restrict__ accelerations, int n,
                   float softening) {
  __shared__ float4 tiles[2][Threads];
  const int first = blockIdx.x * (Threads * PerThread) + threadIdx.x;
  float4 mine[PerThread];
  float3 sums[PerThread];
#pragma unroll
  for (int p = 0; p < PerThread; ++p) {
    mine[p] = bodies[min(first + p * Threads, n - 1)];
    sums[p] = make_float3(0.0f, 0.0f, 0.0f);
  }

  float4 next = bodies[min(int(threadIdx.x), n - 1)];
  for (int start = 0, turn = 0; start < n; start += Threads, turn ^= 1) {
    // The tile before the last is no longer read: all have passed the barrier
    // that followed it.
    tiles[turn][threadIdx.x] = next;
    __syncthreads();
    next = bodies[min(start + Threads + int(threadIdx.x), n - 1)];
    if (start + Threads <= n) {
#pragma unroll 16
      for (int j = 0; j < Threads; ++j) {
        const float4 other = tiles[turn][j];
#pragma unroll
        for (int p = 0; p < PerThread; ++p)
          pullOf(other, mine[p], softening, sums[p]);
      }
    } else {
      for (int j = 0; j < n - start; ++j) {
        const float4 other = tiles[turn][j];
#pragma unroll
        for (int p = 0; p < PerThread; ++p)
          pullOf(other, mine[p], softening, sums[p]);
      }
    }
  }

#pragma unroll
  for (int p = 0; p < PerThread; ++p)
    if (first + p * Threads < n)
      accelerations[first + p * Threads] =
          make_float4(sums[p].x, sums[p].y, sums[p].z, 0.0f);
}

void nbody(const float4 *bodies, float4 *accelerations, int n,
           float softening) {
  constexpr int PerBlock = Threads * PerThread;
  attractByTiles<<<(n + PerBlock - 1) / PerBlock, Threads>>>(
      bodies, accelerations, n, softening);
}
