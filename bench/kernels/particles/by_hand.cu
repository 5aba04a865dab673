// A warp reads and writes its 32 particles as 64 parts of 16 bytes, one after
// the other. Two neighbours exchange parts, so that each has a whole particle.
constexpr int Threads = 256;

struct Particle {
  float x, y, z, vx, vy, vz, m, q;
};

__device__ __forceinline__ float4 fromNeighbour(float4 part) {
  return make_float4(__shfl_xor_sync(0xFFFFFFFFu, part.x, 1),
                     __shfl_xor_sync(0xFFFFFFFFu, part.y, 1),
                     __shfl_xor_sync(0xFFFFFFFFu, part.z, 1),
                     __shfl_xor_sync(0xFFFFFFFFu, part.w, 1));
}

__device__ __forceinline__ float4 choose(bool first, float4 a, float4 b) {
  return make_float4(first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z,
                     first ? a.w : b.w);
}

__global__ void __launch_bounds__(Threads)
    advanceByParts(float4 *__restrict__ parts, int n, float step,
                   float field) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  const int near = i / 32 * 64 + i % 32, far = near + 32, count = 2 * n;
  // An even thread has the first half of two particles, an odd one the second
  // of the same.
  const bool even = i % 2 == 0;
  float4 mine = make_float4(0.0f, 0.0f, 0.0f, 0.0f), other = mine;
  if (near < count)
    mine = parts[near];
  if (far < count)
    other = parts[far];
  float4 received = fromNeighbour(choose(even, other, mine));
  const float4 low = choose(even, mine, received);
  const float4 high = choose(even, received, other);

  Particle p = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
  const float turn = field * p.q / p.m;
  const float ax = turn * p.vy;
  const float ay = -turn * p.vx;
  p.vx += step * ax;
  p.vy += step * ay;
  p.vz -= step * 9.81f;
  p.x += step * p.vx;
  p.y += step * p.vy;
  p.z += step * p.vz;

  const float4 newLow = make_float4(p.x, p.y, p.z, p.vx);
  const float4 newHigh = make_float4(p.vy, p.vz, p.m, p.q);
  received = fromNeighbour(choose(even, newHigh, newLow));
  if (near < count)
    parts[near] = choose(even, newLow, received);
  if (far < count)
    parts[far] = choose(even, received, newHigh);
}

void particles(float *data, int n, float step, float field) {
  advanceByParts<<<(n + Threads - 1) / Threads, Threads>>>(
      reinterpret_cast<float4 *>(data), n, step, field);
}
