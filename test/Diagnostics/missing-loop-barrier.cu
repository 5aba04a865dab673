// The next round of the loop fills the tile while slower threads still read it.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void tiles(const float *a, float *b, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = a[k + t];
    __syncthreads();
    for (int j = 0; j < 64; j++)
      // CHECK: :[[@LINE+1]]:14: warning: no barrier orders this read of 'tile' and, in the next round, the write in line [[@LINE-3]]: thread 0 of block 0 writes what thread 1 reads (n = 128); put '__syncthreads()' at the end of the loop [tessera-missing-loop-barrier]
      sum += tile[j];
  }
  b[blockIdx.x * 64 + t] = sum;
}

__global__ void fine(const float *a, float *b, int n) {
  __shared__ float tile[64];
  __shared__ float two[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = a[k + t];
    __syncthreads();
    for (int j = 0; j < 64; j++)
      sum += tile[j];
    __syncthreads();
  }
  // One barrier in a round is enough with two buffers.
  for (int k = 0; k < 8; k++) {
    two[0][t] = a[128 * k + t];
    __syncthreads();
    sum += two[0][63 - t];
    two[1][t] = a[128 * k + 64 + t];
    __syncthreads();
    sum += two[1][63 - t];
  }
  b[blockIdx.x * 64 + t] = sum;
}

// Half as many threads add in each round, and none waits for the others.
__global__ void sums(const float *a, float *b) {
  __shared__ float part[256];
  part[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1)
    if (threadIdx.x < s)
      // CHECK: :[[@LINE+1]]:28: warning: no barrier orders this read of 'part' and the update in line [[@LINE+1]]: thread {{[0-9]+}} writes what thread {{[0-9]+}} reads; put '__syncthreads()' between them [tessera-missing-barrier]
      part[threadIdx.x] += part[threadIdx.x + s];
  b[threadIdx.x] = part[threadIdx.x];
}

__global__ void waits(const float *a, float *b) {
  __shared__ float part[256];
  part[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    float other = 0.0f;
    if (threadIdx.x >= s)
      other = part[threadIdx.x - s];
    __syncthreads();
    part[threadIdx.x] += other;
    __syncthreads();
  }
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    b[0] = part[0];
}

int main(int argc, char **) {
  float *a, *b;
  cudaMalloc(&a, 6400 * sizeof(float));
  cudaMalloc(&b, 6400 * sizeof(float));
  tiles<<<100, 64>>>(a, b, 64 * argc);
  fine<<<100, 64>>>(a, b, 64 * argc);
  sums<<<1, 256>>>(a, b);
  waits<<<1, 256>>>(a, b);
  cudaFree(a);
  cudaFree(b);
}
