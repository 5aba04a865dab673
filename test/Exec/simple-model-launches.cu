// In the simple memory model a launch has ended when what follows it starts,
// wherever in an expression that is; comments for the translator mean nothing.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 12 3 14 4 15 6 17 18 19 20 21
#include <cstdio>
// tessera: nonsense
#define N 64
// tessera: coarsen=never
__global__ int in[N], out[N];

__global__ void add(const int *x, int *y, int more) {
  y[threadIdx.x] = x[threadIdx.x] + more;
}
__global__ void less(const int *x, int *y, int more) {
  y[threadIdx.x] = x[threadIdx.x] - more;
}

static int early = [] {
  in[1] = 1;
  add<<<1, N>>>(in, out, 2);
  return out[1];
}();

static void start(int more) { return add<<<1, N>>>(in, out, more); }
static int startFor(int more) { return add<<<1, N>>>(in, out, more), more; }
template <typename T> static T startOf(T more) {
  add<<<1, N>>>(in, out, more);
  return out[5];
}
#define START(kernel, more) kernel<<<1, N>>>(in, out, more), out[5] += 1

int main() {
  for (int i = 0; i < N; i++)
    in[i] = i;
  start(7);
  printf("%d %d", out[5], early);
  printf(" %d", (add<<<1, N>>>(in, out, 9), out[5]));
  printf(" %d", startFor(4));
  if (add<<<1, N>>>(in, out, 10); out[5] == 15)
    printf(" %d", out[5]);
  for (add<<<1, N>>>(in, out, 1); out[5] == 6; out[5]++)
    printf(" %d", out[5]);
  auto *kernel = &add;
  kernel<<<1, N>>>(in, out, 12);
  printf(" %d", out[5]);
  (early > 9 ? add : less)<<<1, N>>>(in, out, -13);
  printf(" %d", out[5]);
  START(add, 13);
  printf(" %d", out[5]);
  printf(" %d", startOf(15));
  auto add16 = [](auto more) { add<<<1, N>>>(in, out, more); };
  add16(16);
  printf(" %d\n", out[5]);
}
