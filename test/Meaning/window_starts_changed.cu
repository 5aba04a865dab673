// Where a window begins, or a result goes, changes by commas, casts, functions
// and closures: of a local, of a parameter, of a subscript, with a tile, too.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=x:shared
// PRINTS: 3160561 3159798 3126649 3159802 3160569 3161846 3159281 3157243 3155715 3154191 3154703 3155727
#include <cstdio>
#define N 256
#define W 12
#define AT (blockIdx.x * blockDim.x + threadIdx.x)

__global__ int from[N + 128];
__global__ int to[N];

__device__ void put(int &to, int v) { to = v; }

__global__ void local_by_comma(const int *x, int *r) {
  int i = AT, s = 0, base = 0, t = 0;
  (t, base) = 40;
  for (int k = 0; k < W; ++k)
    s += x[i + k + base];
  r[i] = s + t;
}
__global__ void local_by_decrement(const int *x, int *r) {
  int i = AT, s = 0, base = 42, t = 0;
  --(t, base);
  for (int k = 0; k < W; ++k)
    s += x[i + k + base];
  r[i] = s + t;
}
__global__ void local_by_difference(const int *x, int *r) {
  int i = AT, s = 0, base = 50, t = 0;
  (t = 1, base) -= 8;
  for (int k = 0; k < W; ++k)
    s += x[i + k + base];
  r[i] = s - t;
}
__global__ void parameter_by_cast(const int *x, int *r, int n) {
  int i = AT, s = 0;
  (int &)n = 43;
  for (int k = 0; k < W; ++k)
    s += x[i + k + n];
  r[i] = s;
}
__global__ void parameter_by_static_cast(const int *x, int *r, int n) {
  int i = AT, s = 0;
  static_cast<int &>(n) += 44;
  for (int k = 0; k < W; ++k)
    s += x[i + k + n];
  r[i] = s;
}
__global__ void parameter_by_lambda(const int *x, int *r, int n) {
  int i = AT, s = 0;
  auto move = [&n](int by) { n += by; };
  move(45);
  for (int k = 0; k < W; ++k)
    s += x[i + k + n];
  r[i] = s;
}
__global__ void parameter_by_function(const int *x, int *r, int n) {
  int i = AT, s = 0;
  put(n, 46);
  for (int k = 0; k < W; ++k)
    s += x[i + k + n];
  r[i] = s;
}
__global__ void parameter_by_comma(const int *x, int *r, int n) {
  int i = AT, s = 0;
  (s, n) = 47;
  for (int k = 0; k < W; ++k)
    s += x[i + k + n];
  r[i] = s;
}
__global__ void parameter_by_choice(const int *x, int *r, int n) {
  int i = AT, s = 0, other = 0;
  (i >= 0 ? n : other) = 48;
  for (int k = 0; k < W; ++k)
    s += x[i + k + n];
  r[i] = s;
}
__global__ void subscript_by_comma(const int *x, int *r) {
  int i = AT, j = i, t = 0, s = 0;
  (t, j) = (i + 1) % N;
  for (int k = 0; k < W; ++k)
    s += x[i + k];
  r[j] = s + t;
}
__global__ void subscript_by_cast(const int *x, int *r) {
  int i = AT, j = i, s = 0;
  (int &)j = (i + 2) % N;
  for (int k = 0; k < W; ++k)
    s += x[i + k];
  r[j] = s;
}
__global__ void subscript_by_function(const int *x, int *r) {
  int i = AT, j = i, s = 0;
  put(j, (i + 3) % N);
  for (int k = 0; k < W; ++k)
    s += x[i + k];
  r[j] = s;
}

static void sum() {
  static int calls;
  long all = 0;
  ++calls;
  for (int i = 0; i < N; ++i)
    all += (long)to[i] * (i + 1);
  printf("%ld ", all);
  for (int i = 0; i < N; ++i)
    to[i] = i + calls;
}

int main() {
  for (int i = 0; i < N + 128; ++i)
    from[i] = 3 * i % 17;
  local_by_comma<<<N / 64, 64>>>(from, to);
  sum();
  local_by_decrement<<<N / 64, 64>>>(from, to);
  sum();
  local_by_difference<<<N / 64, 64>>>(from, to);
  sum();
  parameter_by_cast<<<N / 64, 64>>>(from, to, 0);
  sum();
  parameter_by_static_cast<<<N / 64, 64>>>(from, to, 0);
  sum();
  parameter_by_lambda<<<N / 64, 64>>>(from, to, 0);
  sum();
  parameter_by_function<<<N / 64, 64>>>(from, to, 0);
  sum();
  parameter_by_comma<<<N / 64, 64>>>(from, to, 0);
  sum();
  parameter_by_choice<<<N / 64, 64>>>(from, to, 0);
  sum();
  subscript_by_comma<<<N / 64, 64>>>(from, to);
  sum();
  subscript_by_cast<<<N / 64, 64>>>(from, to);
  sum();
  subscript_by_function<<<N / 64, 64>>>(from, to);
  sum();
  printf("\n");
}
