// The ways to write a shared variable.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 6 40 0 12 7
#include <cstdio>

extern __shared__ __align__(16) unsigned char raw[];

struct Pair {
  float x;
  int y;
};

__device__ int twice(int v) {
  __shared__ int box;
  if (threadIdx.x == 0)
    box = 2 * v;
  __syncthreads();
  int result = box;
  __syncthreads();
  return result;
}

template <class T> __global__ void forms(int *out) {
  static __shared__ T cube[2][3][4];
  __shared__ volatile T scalar;
  T __shared__ row[4], other;
  __shared__ Pair pair;
  int *words = reinterpret_cast<int *>(raw);
  float4 *quads = reinterpret_cast<float4 *>(raw + 16);
  for (int i = threadIdx.x; i < 24; i += blockDim.x)
    cube[i / 12][i / 4 % 3][i % 4] = i;
  words[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) {
    quads[0] = make_float4(1, 2, 3, 4);
    scalar = 3;
    other = 4;
    pair = {1.5f, 7};
  }
  row[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] =
      threadIdx.x == 0   ? words[1] + words[2] + (int)scalar
      : threadIdx.x == 1 ? (int)(quads[0].w * cube[0][2][2])
      : threadIdx.x == 2 ? (int)(sizeof(cube) != 24 * sizeof(T))
                         : (int)(row[0] * other * scalar);
  if (threadIdx.x == 0)
    out[4] = pair.y;
  twice(3);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 5 * sizeof(int));
  forms<double><<<1, 4, 64>>>(out);
  forms<float><<<1, 4, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4]);
}
