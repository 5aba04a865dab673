// Counters of 8 and 16 bits in strips: what the strips' own counters come to
// bounds what is converted.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=
// RUN: %meaning %s "--options=--array=a:shared --array=b:shared"
// RUN: %meaning %s "--options=--array=a:shared --array=b:shared --start=1 --coarsen=never"
// RUN: %tessera -q --cuda-path=none --array=a:shared --array=b:shared %s | FileCheck %s
// RUN: %tessera -q --cuda-path=none --print=model %s | FileCheck %s --check-prefix=MODEL
// CHECK: {{^}}__global__ void shorts(
// CHECK: a_tile
// CHECK: for (short k = [[K:k0[0-9]*]]; k < [[K]] + 16; k++)
// CHECK: {{^}}__global__ void bytes(
// CHECK: a_tile
// MODEL: kernel converted
// MODEL: loop 1: k: from k0 while < k0 + 16 step 1
// MODEL: access 0: write a[k * 48 + tx] in k0 in k
// PRINTS: shorts 493 -19, bytes 493 -19, converted 40 40
#include <cstdio>

__global__ void shorts(const unsigned short *a, signed char *b, int *o) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x < 48 && y < 5) {
    unsigned s = 7;
    for (short k = 0; k < 16; k++)
      s += ((y + k) * 48 + x + 1 < 240) ? a[(y + k) * 48 + (x + 1)]
                                        : (unsigned short)3;
    b[y * 48 + x] = s;
    o[y * 48 + x] = s;
  }
}
__global__ void bytes(const unsigned short *a, signed char *b, int *o) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x < 48 && y < 5) {
    unsigned s = 7;
    for (unsigned char k = 0; k < 16; k++)
      s += ((y + k) * 48 + x + 1 < 240) ? a[(y + k) * 48 + (x + 1)]
                                        : (unsigned short)3;
    b[y * 48 + x] = s;
    o[y * 48 + x] = s;
  }
}
__global__ void converted(unsigned short *a) {
  for (int k0 = 0; k0 < 64; k0 += 16)
    for (int k = k0; k < k0 + 16; k++) {
      short row = k;
      a[row * 48 + threadIdx.x] = 40;
    }
}

__managed__ unsigned short a[64 * 48];
__managed__ signed char b[240];
__managed__ int o[240];

int main() {
  for (int i = 0; i < 64 * 48; i++)
    a[i] = i;
  shorts<<<dim3(3, 1), dim3(16, 5)>>>(a, b, o);
  cudaDeviceSynchronize();
  printf("shorts %d %d", o[100], b[100]);
  bytes<<<dim3(3, 1), dim3(16, 5)>>>(a, b, o);
  cudaDeviceSynchronize();
  printf(", bytes %d %d", o[100], b[100]);
  converted<<<1, 48>>>(a);
  cudaDeviceSynchronize();
  printf(", converted %d %d\n", a[0], a[64 * 48 - 1]);
}
