// Elements that are not there, or that nobody set: through quotients, shifts,
// pointers that walk, bounds that are off by one.
// RUN: %tessera --cuda-path=none --no-transfers %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void quotient(const float *in, float *out, int n) {
  __shared__ float tile[16];
  int t = threadIdx.x;
  if (t < 16)
    tile[t] = in[t];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n / 4; ++k)
    sum += tile[k];
  for (int k = 0; k < n / 2; ++k)
    // CHECK: :[[@LINE+1]]:12: warning: 'tile' has 16 elements, and thread 0 of block 0 accesses element 16 [tessera-out-of-bounds]
    sum += tile[k];
  out[t] = sum;
}

__global__ void rows(const float *in, float *out) {
  __shared__ float low[4][16], high[8][16];
  int x = threadIdx.x & 15, y = threadIdx.x >> 4;
  // CHECK: :[[@LINE+1]]:3: warning: 'low' has 4 elements in dimension 1, and thread 64 accesses element [4][0]
  low[y][x] = in[threadIdx.x];
  high[y][x] = in[threadIdx.x];
  out[threadIdx.x] = low[y][x] + high[y][x];
}

__global__ void walks(const float *in, float *out) {
  __shared__ float tile[64];
  unsigned t = threadIdx.x;
  if (t < 64)
    tile[t] = in[t];
  __syncthreads();
  float sum = 0.0f;
  const float *p = tile + t % 2, *end = tile + 64;
  while (p < end)
    sum += *p++;
  p = tile + t % 2;
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[@LINE+1]]:12: warning: 'tile' has 64 elements, and thread 1 accesses element 64
    sum += *p++;
  out[t] = sum;
}

__global__ void unset(const float *in, float *out) {
  __shared__ float whole[128], half[128];
  unsigned t = threadIdx.x;
  whole[t ^ 1] = in[t];
  if (t < blockDim.x / 2)
    half[t] = in[t];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:29: warning: thread 0 reads element 127 of 'half', which no thread of its block sets
  out[t] = whole[127 - t] + half[127 - t];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  quotient<<<4, 32>>>(in, out, 64);
  rows<<<1, 128>>>(in, out);
  walks<<<1, 128>>>(in, out);
  unset<<<1, 128>>>(in, out);
}
