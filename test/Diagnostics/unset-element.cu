// Shared memory that a block reads and nobody in it has written.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void partial(const float *a, float *b, int n) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    tile[threadIdx.x] = a[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 64; k++)
    // CHECK: :[[@LINE+1]]:12: warning: thread 0 of block 15 reads element 40 of 'tile', which no thread of its block sets: shared memory holds nothing when a block begins [tessera-unset-element]
    sum += tile[k];
  if (i < n)
    b[i] = sum;
}

// What an earlier launch left there is gone.
__global__ void later(float *b) {
  __shared__ float kept[64];
  // CHECK: :[[@LINE+1]]:20: warning: thread 0 reads element 0 of 'kept', which no thread of its block sets
  b[threadIdx.x] = kept[threadIdx.x];
}

__global__ void sums(const float *a, float *b) {
  __shared__ float bins[4];
  if (threadIdx.x < 4)
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 reads element 0 of 'bins', which no thread of its block sets
    bins[threadIdx.x] += a[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = bins[0];
}

// Each member is set, as itself or by a pointer to something else.
struct Pair {
  float one, other;
};
__global__ void members(const float *a, float *b) {
  __shared__ Pair pairs[64];
  __shared__ Pair words[64];
  pairs[threadIdx.x].one = a[threadIdx.x];
  pairs[threadIdx.x].other = 1.0f;
  ((float *)&words[threadIdx.x])[0] = a[threadIdx.x];
  ((float *)words)[2 * threadIdx.x + 1] = 2.0f;
  __syncthreads();
  b[threadIdx.x] = pairs[63 - threadIdx.x].one + words[0].other;
}

// Only what is there is read, or the rest is filled.
__global__ void fine(const float *a, float *b, int n) {
  __shared__ float tile[64];
  __shared__ float part[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? a[i] : 0.0f;
  if (i < n)
    part[threadIdx.x] = a[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 64; k++)
    sum += tile[k];
  if (i < n)
    b[i] = sum + part[0] + part[threadIdx.x];
}

// Not known: the index, and how many there are.
__global__ void unknown(const float *a, float *b, const int *to, int n) {
  __shared__ float tile[64];
  __shared__ float part[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[to[threadIdx.x]] = a[i];
  if (i < n)
    part[threadIdx.x] = a[i];
  __syncthreads();
  b[i] = tile[threadIdx.x] + part[63 - threadIdx.x];
}

int main(int argc, char **) {
  float *a, *b;
  int *to;
  cudaMalloc(&a, 1024 * sizeof(float));
  cudaMalloc(&b, 1024 * sizeof(float));
  cudaMalloc(&to, 64 * sizeof(int));
  partial<<<16, 64>>>(a, b, 1000);
  later<<<1, 64>>>(b);
  sums<<<1, 64>>>(a, b);
  members<<<1, 64>>>(a, b);
  fine<<<16, 64>>>(a, b, 1000);
  unknown<<<16, 64>>>(a, b, to, argc);
  cudaFree(a);
  cudaFree(b);
  cudaFree(to);
}
