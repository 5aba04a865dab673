// A pitch without a sign may be that of rows in falling order, -80 modulo 2^32;
// so may a part of it, a multiple of it, a sum of distances. Arithmetic of 32
// bits wraps back into the array; what is computed in more bits does not.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=a:shared
// RUN: %meaning %s "--options=--array=a:shared --start=1"
// RUN: %tessera -q --cuda-path=none --array=a:shared --start=1 %s | FileCheck %s
// PRINTS: rising 0 0 0 0 0 0 0 0 0, falling 0 0 0 0 0 0 0 0 0
// CHECK: const bool tiles_fit = first >= 0 && pitch >= 0;
// CHECK: ? rows_tiled : rows)
// CHECK: const bool tiles_fit2 = first >= 0 && (pitch - 60) >= 0;
// CHECK: ? padded_tiled : padded)
// CHECK: ? twice_tiled : twice)
// CHECK: ? narrowed_tiled : narrowed)
// CHECK: ? widened_tiled : widened)
// CHECK: (long long)down * 2 + up <= 2147483647
// CHECK: ? apart_tiled : apart)
// CHECK: (long long)left + right <= 2147483647
// CHECK: ? sums_tiled : sums)
// CHECK: (long long)half * 4 <= 2147483647
// CHECK: ? multiples_tiled : multiples)
#include <cstdio>
#define N 16384
__global__ int from[N], to[N];

__global__ void rows(const int *a, int *o, unsigned w, unsigned h,
                     unsigned pitch, unsigned first) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 5; ++k)
        s += a[(y + j) * pitch + x + k + first] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

__global__ void padded(const int *a, int *o, unsigned w, unsigned h,
                       unsigned pad, unsigned first) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 5; ++k)
        s += a[(y + j) * (w + pad) + x + k + first] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

__global__ void twice(const int *a, int *o, unsigned w, unsigned h,
                      unsigned half, unsigned first) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 5; ++k)
        s += a[(y + j) * 2 * half + x + k + first] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

__global__ void narrowed(const int *a, int *o, int w, int h, unsigned pitch,
                         int first) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 5; ++k)
        s += a[int((y + j) * pitch) + x + k + first] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

__global__ void widened(const int *a, int *o, unsigned w, unsigned h,
                        unsigned pitch, unsigned first) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 5; ++k)
        s += a[(size_t)((y + j) * pitch + first) + x + k] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

__global__ void wide(const int *a, int *o, unsigned w, unsigned h, size_t pitch,
                     size_t first) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 5; ++k)
        s += a[(y + j) * pitch + x + k + first] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

__global__ void apart(const int *a, int *o, unsigned w, unsigned h, unsigned up,
                      unsigned down) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 5; ++k)
        s += a[(y + j) * 80 + x + k + up + 2 * down] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

__global__ void sums(const int *a, int *o, unsigned w, unsigned h, int left,
                     int right) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 5; ++k)
        s += a[(y + j) * 80 + x + k + left + right] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

__global__ void multiples(const int *a, int *o, unsigned w, unsigned h,
                          int half, int left, int right) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int s = 0;
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 5; ++k)
        s += a[(y + j) * 4 * half + x + k + (left - right)] * (j + 2 * k);
    o[y * 64 + x] = s;
  }
}

int wrong(int pitch, int first) {
  int count = 0;
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 60; ++x) {
      int s = 0;
      for (int j = 0; j < 5; ++j)
        for (int k = 0; k < 5; ++k)
          s += from[(y + j) * pitch + x + k + first] * (j + 2 * k);
      count += to[y * 64 + x] != s;
      to[y * 64 + x] = 0;
    }
  return count;
}

int main() {
  for (int i = 0; i < N; ++i)
    from[i] = (i * 37) % 1009;
  const dim3 grid(2, 8), block(32, 8);
  for (int pitch : {80, -80}) {
    const int first = pitch < 0 ? 6000 : 0;
    printf(pitch < 0 ? ", falling" : "rising");
    rows<<<grid, block>>>(from, to, 60, 60, pitch, first);
    cudaDeviceSynchronize();
    printf(" %d", wrong(pitch, first));
    padded<<<grid, block>>>(from, to, 60, 60, pitch - 60, first);
    cudaDeviceSynchronize();
    printf(" %d", wrong(pitch, first));
    twice<<<grid, block>>>(from, to, 60, 60, pitch / 2, first);
    cudaDeviceSynchronize();
    printf(" %d", wrong(pitch, first));
    narrowed<<<grid, block>>>(from, to, 60, 60, pitch, first);
    cudaDeviceSynchronize();
    printf(" %d", wrong(pitch, first));
    widened<<<grid, block>>>(from, to, 60, 60, pitch, first);
    cudaDeviceSynchronize();
    printf(" %d", wrong(pitch, first));
    wide<<<grid, block>>>(from, to, 60, 60, pitch, first);
    cudaDeviceSynchronize();
    printf(" %d", wrong(pitch, first));
    // Each is below 2^31, their sum is 2^32 and 40.
    const unsigned up = pitch < 0 ? 0x7ffffff8 : 3;
    const unsigned down = pitch < 0 ? 0x40000018 : 20;
    apart<<<grid, block>>>(from, to, 60, 60, up, down);
    cudaDeviceSynchronize();
    printf(" %d", wrong(80, up + 2 * down));
    // No `int` has what the sum, or the multiple, of these would be.
    const int left = pitch < 0 ? -2147483600 : 3;
    const int right = pitch < 0 ? -2147483600 : 20;
    sums<<<grid, block>>>(from, to, 60, 60, left, right);
    cudaDeviceSynchronize();
    printf(" %d", wrong(80, pitch < 0 ? 96 : 23));
    const int half = pitch < 0 ? (1 << 30) + 20 : 20;
    multiples<<<grid, block>>>(from, to, 60, 60, half, 30, 10);
    cudaDeviceSynchronize();
    printf(" %d", wrong(80, 20));
  }
  printf("\n");
}
