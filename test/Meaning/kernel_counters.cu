// Counters of narrow and unsigned types, that step over their end or run
// downwards, count in strips and windows as they do in the user's loop.
// RUN: %meaning %s --original --options=--start=1
// PRINTS: 459675 919395 160957 127624 459675 156236 482580 156236
// PRINTS: 0 45955 459675 459675 459675 229838 459675 229851
// PRINTS: 445791 459675 445791 183992 229824 114729 16136 310235
// PRINTS: 450491 459675 197714 459675 229838
#include <cstdio>

#define N 256
__managed__ float in[4 * N];
__managed__ float weights[N];
__managed__ float out[N];

enum Tap { First, Last = 40 };

__global__ void byte_up(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned char k = 0; k < n; ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void byte_fixed(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned char k = 0; k < 200; ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void byte_over(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned char k = 250; k != 30; ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void byte_steps(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned char k = 0; k < 190; k += 7)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void byte_down(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned char k = 99; k > 0; --k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void byte_down_by(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned char k = 99; k < 100; k -= 3)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void char_up(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (signed char k = -5; k < 100; ++k)
    s += x[i + (k + 5)] * w[(k + 5)];
  r[i] = s;
}

__global__ void short_up(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (short k = 0; k < n; k += 3)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void short_down(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (short k = n; k >= 0; k -= 5)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void ushort_cast(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned short k = n + 65536 - 9; k < n; ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void unsigned_up(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned k = 1; k - 1 < n; ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void unsigned_down(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned k = n; k-- > 0;)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void unsigned_wraps(const float *x, const float *w, float *r,
                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned k = n; k < 1000; --k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void size_up(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (size_t k = 0; k < n; k += 2)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void size_down(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (size_t k = n - 1; k + 1 > 0; --k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void long_up(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (long long k = n / 2; k < n; ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void adds_large(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (unsigned k = n; k > 3; k += 0xffffffffu)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void not_equal(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k != n; ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void not_equal_down(const float *x, const float *w, float *r,
                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = n; k != 3; --k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void of_enum(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = First; k < Last; ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void two_counters(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0, j = n; k < j; ++k, --j)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void shifted(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = n >> 2; k < (n >> 1); ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void remainder(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    if ((k - 9) % 4 == -1)
      s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void floating(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (float k = 0; k < n; k += 1.5f)
    s += x[i + int(k)] * w[int(k)];
  r[i] = s;
}

__global__ void of_bool(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n - (n > 50); ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void tilde(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = ~-n; k >= 0; --k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void range_end(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < (unsigned char)(n + 200); ++k)
    s += x[i + k] * w[k];
  r[i] = s;
}

__global__ void in_do(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  unsigned char k = 0;
  do
    s += x[i + k] * w[k];
  while (++k < n);
  r[i] = s;
}

__global__ void in_while(const float *x, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  short k = n;
  while (k > 1) {
    s += x[i + k] * w[k];
    k -= 2;
  }
  r[i] = s + k;
}

static void sum() {
  cudaDeviceSynchronize();
  double all = 0;
  for (int i = 0; i < N; ++i)
    all += out[i] * (i % 5 + 1);
  printf("%.9g\n", all);
}

#define RUN(NAME)                                                              \
  NAME<<<N / 64, 64>>>(in, weights, out, n);                                   \
  sum()

int main(int argc, char **) {
  const int n = 99 + argc;
  for (int i = 0; i < 4 * N; ++i)
    in[i] = i % 7;
  for (int i = 0; i < N; ++i)
    weights[i] = i % 5;
  byte_up<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  byte_fixed<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  byte_over<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  byte_steps<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  byte_down<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  byte_down_by<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  char_up<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  short_up<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  short_down<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  ushort_cast<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  unsigned_up<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  unsigned_down<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  unsigned_wraps<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  size_up<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  size_down<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  long_up<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  adds_large<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  not_equal<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  not_equal_down<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  of_enum<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  two_counters<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  shifted<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  remainder<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  floating<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  of_bool<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  tilde<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  range_end<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  in_do<<<N / 64, 64>>>(in, weights, out, n);
  sum();
  in_while<<<N / 64, 64>>>(in, weights, out, n);
  sum();
}
