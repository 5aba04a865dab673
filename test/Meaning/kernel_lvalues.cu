// What kernels write through unusual expressions, or only sometimes, is seen:
// what they leave alone keeps the host's values.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=x:shared
// PRINTS: 10995 11155 9188 8741 255152558 208308722 11541 253772339 181666790
// PRINTS: 240550861 9455 181668308 256534267 256797405 16177 274300 8810 68148
// PRINTS: 68247 1721769 603214 13563 253378591 11182 11081 205217527 152583619
// PRINTS: 416336735 418185045 417067855 417934122 336202 84868191 16096 56380 11046
// PRINTS: 310024912 255154047 237716801 11018 471717 11121 832561005 668974 68297
#include <cstdio>
#include <new>

#define N 256
__global__ int in[2 * N];
__global__ int other[2 * N];
__global__ int out[N];
__global__ int more[N];
__global__ int own[2 * N];

struct Pair {
  int a, b;
};
struct Bits {
  unsigned low : 9, high : 23;
};
union Word {
  int i;
  float f;
  unsigned char c[4];
};
struct Holder {
  int &at;
  __device__ explicit Holder(int &to) : at(to) {}
  __device__ void put(int v) const { at = v; }
  __device__ ~Holder() { at += 1; }
};
struct Lazy {
  mutable int hits;
  __device__ int next() const { return ++hits; }
};
__device__ int &pick(int *p, int *q, bool first, int i) {
  return first ? p[i] : q[i];
}
__device__ void store(int &to, const int &from, int by = 2) { to = from * by; }
__device__ int step(int &j) { return j++; }

__global__ void comma(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  (t = 4, r[i]) = x[i] + t;
}

__global__ void comma_subscript(const int *x, const int *z, int *r, int *q,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  r[t++, i] = x[(t, i + t)];
}

__global__ void two_stores(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  r[i] = x[i], q[N - 1 - i] = z[i];
}

__global__ void chain(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  r[i] = q[i] = x[i];
}

__global__ void conditional_place(const int *x, const int *z, int *r, int *q,
                                  int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  (i < n ? r[i] : q[i]) = x[i];
}

__global__ void conditional_array(const int *x, const int *z, int *r, int *q,
                                  int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  (i & 1 ? r : q)[i] = x[i];
}

__global__ void conditional_read(const int *x, const int *z, int *r, int *q,
                                 int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  r[i] = (i < n ? x : z)[i];
}

__global__ void and_store(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  i < n && (r[i] = x[i]);
}

__global__ void or_store(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  x[i] % 2 || (r[i] = 7);
}

__global__ void elvis(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  (void)(x[i] % 3 ?: (r[i] = 8));
}

__global__ void in_condition(const int *x, const int *z, int *r, int *q,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  if ((r[i] = x[i]) > 3)
    q[i] = 1;
}

__global__ void reference(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int &e = r[i];
  if (x[i] > 2)
    e = 9;
}

__global__ void reference_of_choice(const int *x, const int *z, int *r, int *q,
                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int &e = i < n ? r[i] : q[i];
  e = x[i];
}

__global__ void returned_reference(const int *x, const int *z, int *r, int *q,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  pick(r, q, i < n, i) = x[i];
}

__global__ void parameter_reference(const int *x, const int *z, int *r, int *q,
                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  store(r[i], x[i]);
  if (i < n)
    store(q[i], z[i], 3);
}

__global__ void index_by_reference(const int *x, const int *z, int *r, int *q,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int j = i;
  step(j);
  if (j < N)
    r[j] = x[i];
}

__global__ void lambda(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int j = i;
  auto f = [&](int v, int &o) {
    o = v;
    j = 3;
  };
  f(x[i], q[i]);
  r[i] = x[i + j];
}

__global__ void lambda_second(const int *x, const int *z, int *r, int *q,
                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int j = 0;
  auto f = [](int a, int &b) { b = a; };
  f(20, j);
  int s = 0;
  for (int k = 0; k < 16; ++k)
    s += x[i + k + j];
  r[i] = s;
}

__global__ void generic_lambda(const int *x, const int *z, int *r, int *q,
                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int j = 0;
  auto f = [](auto a, auto &&b) { b = a; };
  f(20, j);
  int s = 0;
  for (int k = 0; k < 16; ++k)
    s += x[i + k + j];
  r[i] = s;
}

__global__ void holder(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int j = i;
  {
    Holder h(j);
    h.put(i + 1);
  }
  if (j < N)
    r[j] = x[i];
}

__global__ void mutable_member(const int *x, const int *z, int *r, int *q,
                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  Lazy l{i};
  int j = l.next();
  if (l.hits < N)
    r[l.hits] = x[j];
}

__global__ void statement_expression(const int *x, const int *z, int *r, int *q,
                                     int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  r[i] = ({
    int j = x[i];
    j += 2;
    j;
  });
}

__global__ void statement_store(const int *x, const int *z, int *r, int *q,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  if (i < n)
    t = ({
      r[i] = 5;
      q[i] = 6;
    });
}

__global__ void binding(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int p[2] = {i, 3};
  auto &[a, b] = p;
  b = 20;
  r[a] = x[i + p[1]];
}

__global__ void member_pointer(const int *x, const int *z, int *r, int *q,
                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  Pair p{i, 3};
  int Pair::*m = &Pair::b;
  p.*m = 20;
  r[p.a] = x[i + p.b];
}

__global__ void element_binding(const int *x, const int *z, int *r, int *q,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  auto &[a, b] = ((Pair *)r)[i / 2];
  if (i & 1)
    b = x[i];
}

__global__ void element_member_pointer(const int *x, const int *z, int *r,
                                       int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int Pair::*m = i & 1 ? &Pair::a : &Pair::b;
  if (i % 3)
    ((Pair *)r)[i / 2].*m = x[i];
}

__global__ void bit_field(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  if (!(i & 1))
    ((Bits *)r)[i].low = x[i];
}

__global__ void bytes(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  ((unsigned char *)r)[4 * i] = x[i];
}

__global__ void byte_reference(const int *x, const int *z, int *r, int *q,
                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  (unsigned char &)r[i] = x[i] + 1;
}

__global__ void half(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  reinterpret_cast<short &>(r[i]) = 3;
}

__global__ void of_union(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  Word w;
  w.i = x[i];
  w.c[1] = 1;
  r[i] = w.i;
}

__global__ void union_element(const int *x, const int *z, int *r, int *q,
                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  ((Word *)r)[i].c[2] = 1;
}

__global__ void const_parameter(const int *x, const int *z, int *r, int *q,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  ((int *)x)[i] += 3;
  r[i] = x[i];
}

__global__ void const_cast_element(const int *x, const int *z, int *r, int *q,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  const_cast<int &>(x[i]) = i;
  r[i] = 1;
}

__global__ void vector4(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  if (i < N / 4)
    reinterpret_cast<int4 *>(r)[i] = reinterpret_cast<const int4 *>(x)[i];
}

__global__ void vector_part(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  if (i < N / 4)
    reinterpret_cast<int4 *>(r)[i].y = x[i];
}

__global__ void placement(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  if (i < n)
    new (&r[i]) int(x[i]);
}

__global__ void fall_through(const int *x, const int *z, int *r, int *q,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  switch (x[i] % 3) {
  case 0:
    r[i] = 1;
  case 1:
    q[i] = 2;
    break;
  default:
    r[i] += 3;
  }
}

__global__ void through_pointer(const int *x, const int *z, int *r, int *q,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int *p = r + i;
  *p++ = x[i];
  if (i + 1 < N)
    t = *p;
}

__global__ void address_of_local(const int *x, const int *z, int *r, int *q,
                                 int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int j = i;
  int *p = &j;
  *p += 1;
  if (j < N)
    r[j] = x[i];
}

__global__ void array_of_locals(const int *x, const int *z, int *r, int *q,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int a[2] = {i, 0};
  (a[1]) = 20;
  r[a[0]] = x[i + a[1]];
}

__global__ void compound(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  (r[i] += x[i]) *= 2;
  ++(++q[i]);
}

__global__ void swapped(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int j = i, k = i + 1;
  int &a = j, &b = k;
  int c = a;
  a = b;
  b = c;
  if (j < N)
    r[j] = x[k];
}

__global__ void cast_local(const int *x, const int *z, int *r, int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = 0;
  int j = 0;
  (unsigned &)j = 20;
  int s = 0;
  for (int k = 0; k < 16; ++k)
    s += x[i + k + j];
  r[i] = s;
}

static void sum() {
  static int calls;
  cudaDeviceSynchronize();
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += (long)out[i] * (i % 9 + 1) + (long)more[i] * (i % 5 + 1) +
           in[i] * (i % 3 + 1) + own[i] * (i % 2 + 1);
  printf("%ld\n", all);
  ++calls;
  for (int i = 0; i < N; ++i)
    out[i] = (i + calls) % 11 * 0x10101, more[i] = (i + 3 * calls) % 13;
  for (int i = 0; i < 2 * N; ++i)
    in[i] = own[i] = (i + 2 * calls) % 7, other[i] = (i + calls) % 8;
}

int main(int argc, char **) {
  const int n = 99 + argc;
  for (int i = 0; i < 2 * N; ++i)
    in[i] = own[i] = i % 7, other[i] = i % 8;
  for (int i = 0; i < N; ++i)
    out[i] = i % 11, more[i] = i % 13;
  comma<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  comma_subscript<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  two_stores<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  chain<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  conditional_place<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  conditional_array<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  conditional_read<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  and_store<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  or_store<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  elvis<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  in_condition<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  reference<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  reference_of_choice<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  returned_reference<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  parameter_reference<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  index_by_reference<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  lambda<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  lambda_second<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  generic_lambda<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  holder<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  mutable_member<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  statement_expression<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  statement_store<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  binding<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  member_pointer<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  element_binding<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  element_member_pointer<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  bit_field<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  bytes<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  byte_reference<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  half<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  of_union<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  union_element<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  const_parameter<<<N / 64, 64>>>(own, other, out, more, n);
  sum();
  const_cast_element<<<N / 64, 64>>>(own, other, out, more, n);
  sum();
  vector4<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  vector_part<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  placement<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  fall_through<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  through_pointer<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  address_of_local<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  array_of_locals<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  compound<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  swapped<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
  cast_local<<<N / 64, 64>>>(in, other, out, more, n);
  sum();
}
