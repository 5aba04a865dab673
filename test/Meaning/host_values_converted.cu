// Grids, arguments and ends of loops are computed in narrow, unsigned, floating
// and enumerated types: a kernel or a loop writes only what C++ makes of them.
// RUN: %meaning %s
// PRINTS: 1036 2083 7 1048 2058 7 2554 2063
// PRINTS: 42 1054 2053 63 1048 2068 14315 15344
#include <cstdio>
#define N 1024
__global__ int a[N];

enum Small : unsigned char { None };
enum class Short : short { None };

__global__ void one(int *x) {
  if (threadIdx.x == 0)
    x[blockIdx.x] = 7;
}
__global__ void byteful(int *x, unsigned char n) {
  if (threadIdx.x < n)
    x[threadIdx.x] = 7;
}
__global__ void shortful(int *x, short n) {
  int i = threadIdx.x;
  if (i < n)
    x[i] = 7;
}
__global__ void flagged(int *x, bool n) {
  int i = threadIdx.x;
  if (i < n)
    x[i] = 7;
}
__global__ void inc(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 7; }

void clear() {
  static int calls;
  ++calls;
  for (int i = 0; i < N; ++i)
    a[i] = calls % 3;
}

int total() {
  int sum = 0;
  for (int i = 0; i < N; ++i)
    sum += a[i];
  return sum;
}

int main() {
  clear();
  int m = 1024 + 2;
  unsigned char low = m;
  one<<<low, 32>>>(a);
  printf("%d ", total());

  clear();
  one<<<(Small)(1024 + 7), 32>>>(a);
  printf("%d ", total());

  clear();
  bool some = 1024;
  one<<<some, 32>>>(a);
  printf("%d ", total());

  clear();
  long far = (1L << 33) + 4;
  int near = far;
  dim3 grid(near);
  one<<<grid, 32>>>(a);
  printf("%d ", total());

  clear();
  float third = 1;
  int part = third / 2 * 4;
  one<<<part, 32>>>(a);
  printf("%d ", total());

  clear();
  double half = 0.5;
  one<<<1 + (int)half * 1023, 32>>>(a);
  printf("%d ", total());

  clear();
  int minus = -1;
  one<<<(unsigned char)minus, 32>>>(a);
  printf("%d ", total());

  clear();
  unsigned three = 3, wrapped = three - 4;
  one<<<3 + wrapped / 4294967295u * 1021 - 1021, 32>>>(a);
  printf("%d ", total());

  clear();
  one<<<minus % 7u + 3, 32>>>(a);
  printf("%d ", total());

  clear();
  short sum = 32767;
  int above = (short)(sum + 6) + 32768;
  one<<<above, 32>>>(a);
  printf("%d ", total());

  clear();
  flagged<<<1, N>>>(a, 1024);
  printf("%d ", total());

  clear();
  byteful<<<1, N>>>(a, 1024 + 9);
  printf("%d ", total());

  clear();
  shortful<<<1, N>>>(a, (1 << 20) + 4);
  printf("%d ", total());

  clear();
  Short end = (Short)((3 << 16) + 4);
  for (int i = 0; i < (int)end; ++i)
    one<<<1, 32>>>(a + i);
  printf("%d ", total());

  clear();
  signed char turns = 256 + 3;
  inc<<<N / 64, 64>>>(a);
  for (int i = 0; i < turns; ++i)
    a[i] = 0;
  inc<<<N / 64, 64>>>(a);
  printf("%d ", total());

  clear();
  inc<<<N / 64, 64>>>(a);
  for (unsigned char i = 254; i != 0; ++i)
    a[i] = 0;
  inc<<<N / 64, 64>>>(a);
  printf("%d\n", total());
}
