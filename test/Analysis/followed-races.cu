// Races of sums, scans and exchanges, in the words that programs have for them:
// steps that double or halve, loops that end by a flag, remainders and bits for
// partners, buffers that change places, helpers.
// RUN: %tessera --cuda-path=none --no-transfers %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
#define LOAD(IN) part[t] = IN[blockIdx.x * 128 + t]

__global__ void doubled(const float *in, float *out) {
  __shared__ float part[128];
  int t = threadIdx.x;
  LOAD(in);
  __syncthreads();
  for (int o = 1; o < 128; o *= 2)
    if (t % (2 * o) == 0)
      // CHECK: :[[@LINE+1]]:18: warning: no barrier orders this read of 'part' and, in the next round, the update in line {{[0-9]+}}:
      part[t] += part[t + o];
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void doubledRight(const float *in, float *out) {
  __shared__ float part[128];
  int t = threadIdx.x;
  LOAD(in);
  __syncthreads();
  for (int o = 1; o < 128; o <<= 1) {
    if ((t & (2 * o - 1)) == 0)
      part[t] += part[t + o];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void spread(const float *in, float *out) {
  __shared__ float part[128];
  int t = threadIdx.x;
  LOAD(in);
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned index = 2 * s * t;
    if (index < blockDim.x)
      // CHECK: :[[@LINE+1]]:7: warning: thread 1 of block 0 and thread 2 of block 0 update the same element of 'part', and updates are
      part[index] += part[index + s];
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void halved(const float *in, float *out) {
  __shared__ float part[128];
  int t = threadIdx.x;
  LOAD(in);
  __syncthreads();
  int s = blockDim.x / 2;
  while (s != 0) {
    if (t < s)
      // CHECK: :[[@LINE+7]]:7: warning: no barrier orders this update of 'part'
      part[t] += part[t + s];
    s /= 2;
  }
  s = 64;
  do {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  } while (s >>= 1);
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void untilDone(const float *in, float *out) {
  __shared__ float now[128];
  int t = threadIdx.x, round = 0;
  bool more = true;
  now[t] = in[t];
  __syncthreads();
  while (more) {
    float next = 0.5f * (now[t] + now[(t + 1) % 128]);
    // CHECK: :[[@LINE+1]]:5: warning: no barrier orders this write of 'now' and the read in line {{[0-9]+}}: thread 0 of block 0
    now[t] = next;
    __syncthreads();
    more = ++round < 4;
  }
  out[t] = now[t];
}

__global__ void untilDoneRight(const float *in, float *out) {
  __shared__ float now[128];
  int t = threadIdx.x, round = 0;
  bool more = true;
  now[t] = in[t];
  __syncthreads();
  while (more) {
    float next = 0.5f * (now[t] + now[(t + 1) % 128]);
    __syncthreads();
    now[t] = next;
    __syncthreads();
    more = ++round < 4;
  }
  out[t] = now[t];
}

__global__ void partners(const float *in, float *out) {
  __shared__ float part[128], other[128];
  unsigned t = threadIdx.x;
  LOAD(in);
  other[t] = in[t];
  // CHECK: :[[@LINE+1]]:12: warning: no barrier orders this read of 'part' and the write in line {{[0-9]+}}: thread 0 writes what
  out[t] = part[t ^ 64];
  __syncthreads();
  out[t] += other[(t + 1) % blockDim.x];
}

// One barrier of the warp orders what its threads do, and nothing else.
__global__ void ofWarps(const float *in, float *out) {
  __shared__ float near[128], far[128];
  unsigned t = threadIdx.x;
  near[t] = far[t] = in[t];
  __syncwarp();
  // CHECK: :[[@LINE+1]]:27: warning: no barrier orders this read of 'far' and the write in line {{[0-9]+}}: thread 0 writes what
  out[t] = near[t ^ 16] + far[t ^ 32];
}

__global__ void scan(const float *in, float *out) {
  __shared__ float s[2][128];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0.0f);
    from = 1 - from;
    __syncthreads();
  }
  for (int d = 1; d < 128; d *= 2) {
    // CHECK: :[[@LINE+1]]:41: warning: no barrier orders this read of 's' and the update in line {{[0-9]+}}: thread 0 writes what
    s[from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0.0f);
    __syncthreads();
  }
  out[t] = s[from][t];
}

__global__ void counts(const float *in, float *out, float *right) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:5: warning: thread 0 of block 0 and thread 8 of block 0 update the same element of 'out', and updates are
  ++out[i % 8];
  atomicAdd(&right[i % 8], in[i]);
}

// The barrier is in a function, and in a lambda; it orders what is in one.
__device__ void put(float *tile, float v) {
  tile[threadIdx.x] = v;
  __syncthreads();
}
template <class T> __device__ void putUnordered(T *tile, T v) {
  tile[threadIdx.x % blockDim.x] = v;
}
__device__ void waitForAll() { __syncthreads(); }

__global__ void helpers(const float *in, float *out) {
  __shared__ float tile[128], wrong[128], later[128];
  int t = threadIdx.x;
  put(tile, in[t]);
  out[t] = tile[127 - t];
  later[t] = in[t];
  waitForAll();
  out[t] += later[127 - t];
  putUnordered(wrong, in[t]);
  // CHECK: :[[@LINE+1]]:13: warning: no barrier orders this read of 'wrong' and the write in line {{[0-9]+}}:
  out[t] += wrong[127 - t];
  auto store = [&](float v) {
    tile[t] = v;
    __syncthreads();
  };
  waitForAll();
  store(in[t]);
  out[t] += tile[127 - t];
}

__global__ void conditional(const float *in, float *out) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  tile[t] = in[t];
#ifdef CHECKED
  __syncthreads();
#endif
  // CHECK: :[[@LINE+1]]:12: warning: no barrier orders this read of 'tile' and the write in line {{[0-9]+}}: thread 0 writes what
  out[t] = tile[127 - t];
}

// What depends on data is not known: neither that it happens, nor where.
__global__ void unknown(const float *in, float *out, const int *to) {
  __shared__ float tile[128];
  __shared__ int last;
  int t = threadIdx.x;
  tile[to[t] % 128] = in[t];
  if (to[0] > 0)
    __syncthreads();
  out[t] = tile[127 - t];
  for (int s = to[1]; s > 0; s /= 2)
    tile[t] += tile[(t + s) % 128];
  last = 0;
  if (in[t] > 0.0f)
    last = t;
  while (to[2] < last)
    if (t % 2)
      return;
  out[t] += tile[(t + 1) % 128];
}

int main() {
  const int n = 256;
  float *in, *out, *right;
  int *to;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&right, n * sizeof(float));
  cudaMalloc(&to, n * sizeof(int));
  doubled<<<2, 128>>>(in, out);
  doubledRight<<<2, 128>>>(in, out);
  spread<<<2, 128>>>(in, out);
  halved<<<2, 128>>>(in, out);
  untilDone<<<2, 128>>>(in, out);
  untilDoneRight<<<2, 128>>>(in, out);
  partners<<<1, 128>>>(in, out);
  ofWarps<<<1, 128>>>(in, out);
  scan<<<1, 128>>>(in, out);
  counts<<<2, 128>>>(in, out, right);
  helpers<<<1, 128>>>(in, out);
  conditional<<<1, 128>>>(in, out);
  unknown<<<1, 128>>>(in, out, to);
}
