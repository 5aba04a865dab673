// Elements behind the end of an array whose size is known.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ float numbers[30];
__global__ float table[8][16];

// No guard: two blocks of 16 are more than 30 threads.
__global__ void unguarded(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:3: warning: 'a' has 30 elements, and thread 14 of block 1 accesses element 30 [tessera-out-of-bounds]
  a[i] += 1.0f;
}

// The same in memory that the host allocates.
__global__ void allocated(float *a, float *b) {
  // CHECK: :[[@LINE+1]]:3: warning: 'a' has 30 elements, and thread 30 accesses element 30
  a[threadIdx.x] = 1.0f;
  b[threadIdx.x] = 1.0f;
}

// The tile is that of one block, but the index that of the grid.
__global__ void global(float *a) {
  __shared__ float tile[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:3: warning: 'tile' has 16 elements, and thread 0 of block 1 accesses element 16
  tile[i] = 0.0f;
  __syncthreads();
  if (i < 30)
    a[i] = tile[i];
}

// A halo that the tile has no room for.
__global__ void halo(float *a) {
  __shared__ float tile[16][16];
  // CHECK: :[[@LINE+1]]:3: warning: 'tile' has 16 elements in dimension 2, and thread (15, 0) accesses element [0][16]
  tile[threadIdx.y][threadIdx.x + 1] = 1.0f;
  __syncthreads();
  a[0] = tile[1][1];
}

// Room for 16 floats, and none at all.
__global__ void dynamic(float *a) {
  extern __shared__ float row[];
  // CHECK: :[[@LINE+1]]:3: warning: 'row' has {{16|0}} elements, and thread {{16|0}} accesses element {{16|0}}
  row[threadIdx.x] = 0.0f;
  __syncthreads();
  a[0] = row[0];
}

__global__ void empty() {
  extern __shared__ float row[];
  // CHECK: :[[@LINE+1]]:3: warning: 'row' has 0 elements, and thread 0 accesses element 0
  row[threadIdx.x] = 0.0f;
}

// Guarded, or as large as it must be.
__global__ void fine(float *a) {
  __shared__ float tile[18];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x + 1] = 0.0f;
  table[0][i] = 1.0f;
  table[i / 16][threadIdx.x] = 1.0f;
  if (i < 30)
    a[i] += tile[threadIdx.x + 1];
}

// Not known.
__global__ void unknown(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 0.0f;
}

int main(int argc, char **) {
  float *a, *b;
  cudaMalloc(&a, 30 * sizeof(float));
  cudaMalloc(&b, 30 * sizeof(float));
  if (argc > 1)
    cudaMalloc(&b, 32 * sizeof(float));
  allocated<<<1, 32>>>(a, b);
  unguarded<<<2, 16>>>(numbers);
  global<<<2, 16>>>(numbers);
  halo<<<1, dim3(16, 16)>>>(numbers);
  dynamic<<<1, 32, 16 * sizeof(float)>>>(numbers);
  empty<<<1, 32>>>();
  fine<<<2, 16>>>(numbers);
  unknown<<<2, 16>>>(numbers, argc);
  return numbers[0] + table[0][0] > 0.0f;
}
