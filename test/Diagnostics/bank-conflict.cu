// The lanes of a warp want words of one bank: a column of a tile, and a stride
// of a power of two.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'tessera-bank-conflict' %t.err | FileCheck %s --implicit-check-not=remark:
__global__ void transpose(const float *a, float *b) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:39: remark: a warp accesses 'tile' here in 32 turns: its lanes want different words of one bank of shared memory; rows of another length would spread them [tessera-bank-conflict]
  b[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void stride(float *b) {
  __shared__ float row[1024];
  // CHECK: :[[@LINE+1]]:3: remark: a warp accesses 'row' here in 16 turns
  row[16 * threadIdx.x] = 1.0f;
  b[threadIdx.x] = row[16 * threadIdx.x];
}

// A row that is one longer, and a word that all lanes want.
__global__ void fine(const float *a, float *b) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  b[threadIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y] + tile[threadIdx.y][0];
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 1024 * sizeof(float));
  cudaMalloc(&b, 1024 * sizeof(float));
  transpose<<<1, dim3(32, 32)>>>(a, b);
  stride<<<1, 64>>>(b);
  fine<<<1, dim3(32, 32)>>>(a, b);
  cudaFree(a);
  cudaFree(b);
}
