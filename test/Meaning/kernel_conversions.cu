// Guards whose operands are converted, wrap or lose bits hold for the threads
// that the user's do; what the others leave alone keeps the host's values.
// RUN: %meaning %s --original
// PRINTS: 6305 6361 6388 6252 6316 6223 6316 6340
// PRINTS: 6340 6349 6262 6301 6294 6294 6367 6348
// PRINTS: 6343 6303 6278 6400 6251 6315 6349 6341
// PRINTS: 6326 6332 6340 6348 6344 6362
#include <cstdio>

#define N 256
__global__ int in[2 * N];
__global__ int out[N];

enum Small : unsigned char { Zero };

__global__ void unsigned_less(const int *x, int *r, int n, unsigned m,
                              size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (u - 9 < 100)
    r[i] = x[i] + 2;
}

__global__ void unsigned_not(const int *x, int *r, int n, unsigned m,
                             size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (u - 9 >= m)
    r[i] = x[i] + 2;
}

__global__ void unsigned_above(const int *x, int *r, int n, unsigned m,
                               size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (u + 0xffffffe0u < 64)
    r[i] = x[i] + 2;
}

__global__ void both_wrap(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (u - 70 < m - 200)
    r[i] = x[i] + 2;
}

__global__ void to_int(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((int)(u - 40) < 20)
    r[i] = x[i] + 2;
}

__global__ void to_long(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((long)(u - 40) < 20)
    r[i] = x[i] + 2;
}

__global__ void to_long_signed(const int *x, int *r, int n, unsigned m,
                               size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((long)(i - 40) < 20)
    r[i] = x[i] + 2;
}

__global__ void to_size(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (size_t(i - 40) < l)
    r[i] = x[i] + 2;
}

__global__ void to_size_twice(const int *x, int *r, int n, unsigned m,
                              size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (size_t(u - 40) < l)
    r[i] = x[i] + 2;
}

__global__ void to_byte(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((unsigned char)(i + 100) < 120)
    r[i] = x[i] + 2;
}

__global__ void to_char(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((signed char)i < 20)
    r[i] = x[i] + 2;
}

__global__ void to_short(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((short)(i * 300) >= 0)
    r[i] = x[i] + 2;
}

__global__ void to_enum(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (Small(i * 3) < 100)
    r[i] = x[i] + 2;
}

__global__ void shifted(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((u << 25) < 0x20000000u)
    r[i] = x[i] + 2;
}

__global__ void shifted_back(const int *x, int *r, int n, unsigned m,
                             size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((i << 24) >> 24 > 30)
    r[i] = x[i] + 2;
}

__global__ void product(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((int)(l * 0x20000000ull * i) >= 0)
    r[i] = x[i] + 2;
}

__global__ void long_product(const int *x, int *r, int n, unsigned m,
                             size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((int)((long)i << 26) >= 0)
    r[i] = x[i] + 2;
}

__global__ void mixed_sign(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (i - 50 < m)
    r[i] = x[i] + 2;
}

__global__ void negated(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (-u < 0xffffff80u)
    r[i] = x[i] + 2;
}

__global__ void inverted(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (~u > 0xffffff9fu)
    r[i] = x[i] + 2;
}

__global__ void remainder(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((i - 100) % 8 < -3)
    r[i] = x[i] + 2;
}

__global__ void of_bool(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((i > 30) + (i > 60) + (i < n) == 2)
    r[i] = x[i] + 2;
}

__global__ void bool_of(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (bool(u - 17))
    r[i] = x[i] + 2;
}

__global__ void equal_wrapped(const int *x, int *r, int n, unsigned m,
                              size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((unsigned char)i == (unsigned char)(n + 3))
    r[i] = x[i] + 2;
}

__global__ void equal_long(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((long)(u - 60) == -1)
    r[i] = x[i] + 2;
}

__global__ void equal_int(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((int)(u - 60) == -1)
    r[i] = x[i] + 2;
}

__global__ void size_minus(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (i < l - 200)
    r[i] = x[i] + 2;
}

__global__ void size_below(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (l - 200 + i < 150)
    r[i] = x[i] + 2;
}

__global__ void minimum(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if (min(u - 30, 90u) < 50)
    r[i] = x[i] + 2;
}

__global__ void either(const int *x, int *r, int n, unsigned m, size_t l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = i;
  if ((i & 1 ? u - 90 : u) < 100)
    r[i] = x[i] + 2;
}

static void sum() {
  cudaDeviceSynchronize();
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += (long)out[i] * (i % 9 + 1);
  printf("%ld\n", all);
  for (int i = 0; i < N; ++i)
    out[i] = i % 11;
}

#define RUN(NAME)                                                              \
  NAME<<<N / 64, 64>>>(in, out, n, n, n);                                      \
  sum()

int main(int argc, char **) {
  const int n = 99 + argc;
  for (int i = 0; i < 2 * N; ++i)
    in[i] = i % 7;
  for (int i = 0; i < N; ++i)
    out[i] = i % 11;
  unsigned_less<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  unsigned_not<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  unsigned_above<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  both_wrap<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_int<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_long<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_long_signed<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_size<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_size_twice<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_byte<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_char<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_short<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  to_enum<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  shifted<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  shifted_back<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  product<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  long_product<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  mixed_sign<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  negated<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  inverted<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  remainder<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  of_bool<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  bool_of<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  equal_wrapped<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  equal_long<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  equal_int<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  size_minus<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  size_below<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  minimum<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
  either<<<N / 64, 64>>>(in, out, n, n, n);
  sum();
}
