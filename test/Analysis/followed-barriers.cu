// Barriers that some threads do not reach, whatever keeps them: halves of the
// block, flags, bits, cases, ways out of a loop.
// RUN: %tessera --cuda-path=none --no-transfers %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void half(const float *in, float *out) {
  __shared__ float tile[128];
  unsigned half = blockDim.x / 2, t = threadIdx.x;
  tile[t] = in[t];
  if (t < half)
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 waits at this barrier and thread 64 never comes: all threads of a block must reach it [tessera-barrier-not-uniform]
    __syncthreads();
  if (t < 2 * half)
    __syncthreads();
  out[t] = tile[half ? t : 0];
}

__global__ void odd(const float *in, float *out) {
  int t = threadIdx.x;
  if (t & 1)
    return;
  // CHECK: :[[@LINE+1]]:3: warning: thread 0 waits at this barrier and thread 1 never comes
  __syncthreads();
  out[t] = in[t];
}

template <int Size> __global__ void flags(const float *in, float *out) {
  int t = threadIdx.x;
  bool active = t < Size ? true : false;
  int all = 0;
  if (t < 128)
    all = 1;
  if (active) {
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 waits at this barrier and thread 100 never comes
    __syncthreads();
    out[t] = in[t];
  }
  if (all)
    __syncthreads();
}

__global__ void cases(const float *in, float *out) {
  switch (threadIdx.x % 4) {
  case 0:
  case 1:
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 waits at this barrier and thread 2 never comes
    __syncthreads();
    break;
  default:
    out[threadIdx.x] = in[threadIdx.x];
  }
  switch (blockIdx.x % 4) {
  case 0:
    __syncthreads();
  }
}

__global__ void rounds(const float *in, float *out) {
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    if (t == k)
      break;
    // CHECK: :[[@LINE+1]]:5: warning: thread {{[0-9]+}} waits at this barrier and thread 0 never comes
    __syncthreads();
  }
  for (int k = 0; k < 4; ++k) {
    if (k == 2)
      continue;
    __syncthreads();
  }
  for (int k = t / 64; k < 4; ++k) {
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 waits at this barrier and thread 64 never comes
    __syncthreads();
  }
  out[t] = in[t];
}

// Not known.
__global__ void unknown(const float *in, float *out, int n) {
  int t = threadIdx.x;
  if (n > 0)
    __syncthreads();
  for (int k = 0; k < in[0]; ++k)
    __syncthreads();
  if (in[1] > 0.0f)
    return;
  __syncthreads();
  out[t] = in[t];
}

int main(int argc, char **) {
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  half<<<1, 128>>>(in, out);
  odd<<<1, 128>>>(in, out);
  flags<100><<<1, 128>>>(in, out);
  cases<<<1, 128>>>(in, out);
  rounds<<<1, 128>>>(in, out);
  unknown<<<1, 128>>>(in, out, argc);
}
