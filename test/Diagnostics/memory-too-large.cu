// Arrays that no device has room for.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__constant__ float weights[20000];

// CHECK: :[[@LINE+1]]:17: warning: 'shared' needs 49156 bytes of shared memory: there are 49152 [tessera-memory-too-large]
__global__ void shared(float *a) {
  __shared__ float tile[12288];
  __shared__ float more;
  for (int i = threadIdx.x; i < 12288; i += 64)
    tile[i] = a[i];
  if (threadIdx.x == 0)
    more = 1.0f;
  __syncthreads();
  a[threadIdx.x] = tile[12287 - threadIdx.x] * more;
}

// CHECK: :[[@LINE+1]]:17: warning: 'constant' needs 80000 bytes of constant memory: there are 65536
__global__ void constant(float *a) { a[threadIdx.x] *= weights[threadIdx.x]; }

__global__ void fine(float *a) {
  __shared__ float tile[12288];
  for (int i = threadIdx.x; i < 12288; i += 64)
    tile[i] = a[i];
  __syncthreads();
  a[threadIdx.x] = tile[12287 - threadIdx.x];
}

int main() {
  float *a;
  cudaMalloc(&a, 12288 * sizeof(float));
  shared<<<1, 64>>>(a);
  constant<<<1, 64>>>(a);
  fine<<<1, 64>>>(a);
  cudaFree(a);
}
