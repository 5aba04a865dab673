// A parameter without a sign, or with fewer bits, gets another number than the
// text of its argument says: what a launch is tested for, it is tested with
// that. Here the sum in the subscript wraps back into the array.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=from:shared
// RUN: %meaning %s "--options=--array=from:shared --start=1"
// PRINTS: 0 0 0 / 0 0 0 / 0 0 0
#include <cstdio>
#define N 4096
__global__ int from[N], to[N];

__global__ void window(const int *a, int *o, unsigned n, unsigned off) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int s = 0;
    for (unsigned k = 0; k < 16; ++k)
      for (unsigned j = 0; j < 16; ++j)
        s += a[i + k + 16 + off] * a[i + j + 16 + off];
    o[i] = s;
  }
}

__global__ void wide(const int *a, int *o, int n, size_t off) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int s = 0;
    for (int k = 0; k < 16; ++k)
      for (int j = 0; j < 16; ++j)
        s += a[i + k + 16 + off] * a[i + j + 16 + off];
    o[i] = s;
  }
}

int wrong(int off) {
  int count = 0;
  for (int i = 0; i < 2000; ++i) {
    int s = 0;
    for (int k = 0; k < 16; ++k)
      s += from[i + k + 16 + off];
    count += to[i] != s * s;
  }
  return count;
}

int main(int argc, char **) {
  for (int i = 0; i < N; ++i)
    from[i] = i % 97;
  for (int q = -5 * argc; q < 6; q += 5) {
    window<<<16, 128>>>(from, to, 2000, q);
    printf("%d ", wrong(q));
    const long long more = 7ll * argc << 32 | unsigned(q);
    window<<<16, 128>>>(from, to, 2000, more);
    printf("%d ", wrong(q));
    wide<<<16, 128>>>(from, to, 2000, q);
    printf("%d %s", wrong(q), q < 5 ? "/ " : "\n");
  }
}
