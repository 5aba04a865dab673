// Objects by value are their members: made by braces, by constructors that hand
// on, by functions; copied, changed, handed to functions and asked.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options= --original
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: braces 146829 made 146829 function 146829 two 147546 swapped 146829
// PRINTS: zeros 146829 copied 146829 changed 146836 view 146829 handed 146829
// PRINTS: mixed 293658 loop 146829 whole 146829 taken 146829 chosen 146829
// PRINTS: operators 146829 fractions 146829
#include <cstdio>

struct Place {
  int x, y;
};
struct Named {
  int x, y;
  __device__ Named(int a, int b) : x(a), y(b) {}
  __device__ int flat(int w) const { return y * w + x; }
};
struct View {
  const float *p;
  int w;
  __device__ float operator()(int x, int y) const { return p[y * w + x]; }
};
struct Sum {
  float value;
  int count = 0;
};
struct All {
  const float *in;
  float *out;
  int w, h;
};

// CHECK:      void braces(
// CHECK-NEXT:   int p_x = int(blockIdx.x * blockDim.x + threadIdx.x);
// CHECK-NEXT:   int p_y = int(blockIdx.y * blockDim.y + threadIdx.y);
// CHECK-NEXT:   if (p_x < w && p_y < h)
// CHECK-NEXT:     out[p_y * w + p_x] = in[p_y * w + p_x];
__global__ void braces(const float *in, float *out, int w, int h) {
  Place p;
  p = {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
  if (p.x < w && p.y < h)
    out[p.y * w + p.x] = in[p.y * w + p.x];
}

// CHECK:      void made(
// CHECK-NOT:    int2
// CHECK:        out[
__global__ void made(const float *in, float *out, int w, int h) {
  const int2 p = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
  if (p.x < w && p.y < h)
    out[p.y * w + p.x] = in[p.y * w + p.x];
}

__device__ Place placeOf() {
  Place p;
  p.x = blockIdx.x * blockDim.x + threadIdx.x;
  p.y = blockIdx.y * blockDim.y + threadIdx.y;
  return p;
}
// CHECK:      void function(
// CHECK-NEXT:   int p2_x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   int p2_y = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK-NEXT:   if (p2_x >= w || p2_y >= h)
__global__ void function(const float *in, float *out, int w, int h) {
  const Place p = placeOf();
  if (p.x >= w || p.y >= h)
    return;
  out[p.y * w + p.x] = in[p.y * w + p.x];
}

__device__ Place either(int x, int y, bool far) {
  if (far)
    return {x, y};
  return Place{0, y};
}
// CHECK:      void two(
// CHECK-NOT:    Place
// CHECK:        out[
__global__ void two(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  Place p = either(x, y, x > 5);
  if (x < w && y < h)
    out[y * w + x] = in[p.y * w + p.x];
}

// The members are needed as they were.
// CHECK:      void swapped(
// CHECK-NOT:    Place
// CHECK:        out[p_x{{.*}} * w + p_y{{.*}}] = in[p_x
__global__ void swapped(const float *in, float *out, int w, int h) {
  Place p = {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
  p = {p.y, p.x};
  if (p.y < w && p.x < h)
    out[p.x * w + p.y] = in[p.x * w + p.y];
}

// CHECK:      void zeros(
// CHECK-NEXT:   Place p{};
__global__ void zeros(const float *in, float *out, int w, int h) {
  Place p{};
  Place *to = &p;
  p.x += blockIdx.x * blockDim.x + threadIdx.x;
  to->y += blockIdx.y * blockDim.y + threadIdx.y;
  if (p.x < w && p.y < h)
    out[p.y * w + p.x] = in[p.y * w + p.x];
}

// CHECK:      void copied(
// CHECK-NOT:    All b
// CHECK:        a.out[y * a.w + x] = a.in[y * a.w + x];
__global__ void copied(const All a) {
  const All b = a, c = b;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < b.w && y < c.h)
    b.out[y * c.w + x] = c.in[y * b.w + x];
}

// A copy that is made before its object changes.
// CHECK:      void changed(
// CHECK-NOT:    Place
// CHECK:        out[
__global__ void changed(const float *in, float *out, int w, int h) {
  Place p{int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
  const Place q = p;
  if (p.x < w - 1)
    ++p.x;
  p.y *= 1;
  if (q.x < w && q.y < h)
    out[q.y * w + q.x] = in[p.y * w + p.x];
}

// CHECK:      void view(
// CHECK:        out[y * w + x] = in[y * w + x];
__global__ void view(const float *in, float *out, int w, int h) {
  View v = {in, w};
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[y * w + x] = v(x, y);
}

__device__ float at(const float *in, Place p, int w) { return in[p.y * w + p.x]; }
// CHECK:      void handed(
// CHECK-NEXT:   int p_x = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK:        out[p_y * w + p_x] = in[
__global__ void handed(const float *in, float *out, int w, int h) {
  Named p(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
  if (p.x < w && p.y < h)
    out[p.flat(w)] = at(in, {p.x, p.y}, w);
}

// CHECK:      void mixed(
// CHECK:        float s_value = in[y * w + x];
// CHECK:        out[y * w + x] = s_value * s_count;
__global__ void mixed(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  Sum s = {in[y * w + x]};
  for (int k = 0; k < 2; ++k)
    ++s.count;
  out[y * w + x] = s.value * s.count;
}

// CHECK:      void loop(
// CHECK-NOT:    Place
// CHECK:        out[
__global__ void loop(const float *in, float *out, int w, int h) {
  Place p = {int(blockIdx.x * blockDim.x + threadIdx.x), 0}, q;
  for (; p.y < h; p.y++) {
    q = p;
    if (q.x < w)
      out[q.y * w + q.x] = in[p.y * w + p.x];
  }
}

// What is used as a whole stays.
__device__ __noinline__ int flat(const Place &p, int w) { return p.y * w + p.x; }
// CHECK:      void whole(
// CHECK-NEXT:   Place p = {
// CHECK:        flat(p, w)
__global__ void whole(const float *in, float *out, int w, int h) {
  Place p = {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
  if (p.x < w && p.y < h)
    out[flat(p, w)] = in[flat(p, w)];
}

// CHECK:      void taken(
// CHECK:        Place p = {
__global__ void taken(const float *in, float *out, int w, int h) {
  Place p = {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
  int &x = p.x;
  x += 1;
  p.x -= 1;
  if (p.x < w && p.y < h)
    out[p.y * w + p.x] = in[p.y * w + x];
}

// CHECK:      void chosen(
// CHECK:        int r_x = p_x > 3 ? p_x : q_x;
__global__ void chosen(const float *in, float *out, int w, int h) {
  Place p = {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)}, q = {p.x, p.y};
  const bool c = p.x > 3;
  Place r = c ? p : q;
  if (r.x < w && r.y < h)
    out[r.y * w + r.x] = in[r.y * w + r.x];
}

__device__ Place operator+(Place a, const Place &b) { return {a.x + b.x, a.y + b.y}; }
// CHECK:      void operators(
// CHECK:        out[{{.*}}_y * w + {{.*}}_x] =
__global__ void operators(const float *in, float *out, int w, int h) {
  const Place origin = {int(blockIdx.x * blockDim.x), int(blockIdx.y * blockDim.y)};
  const Place p = origin + Place{int(threadIdx.x), int(threadIdx.y)};
  if (p.x < w && p.y < h)
    out[p.y * w + p.x] = in[p.y * w + p.x];
}

// Operators of numbers with a fraction say it shorter.
struct Complex {
  float re, im;
};
__device__ Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
// CHECK:      void fractions(
// CHECK:        a = a * b;
__global__ void fractions(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  Complex a = {in[y * w + x], 2}, b = {1, 0};
  a = a * b;
  out[y * w + x] = a.re + a.im - 2;
}

int main() {
  const int w = 37, h = 50;
  float *in, *out;
  cudaMallocManaged(&in, w * h * sizeof(float));
  cudaMallocManaged(&out, w * h * sizeof(float));
  for (int i = 0; i < w * h; ++i)
    in[i] = i % 163;
  auto show = [&](const char *name) {
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < w * h; ++i) {
      sum += out[i];
      out[i] = 0;
    }
    printf("%s %.0f ", name, sum);
  };
  dim3 block(16, 8), grid(3, 7);
  All all = {in, out, w, h};
  braces<<<grid, block>>>(in, out, w, h);
  show("braces");
  made<<<grid, block>>>(in, out, w, h);
  show("made");
  function<<<grid, block>>>(in, out, w, h);
  show("function");
  two<<<grid, block>>>(in, out, w, h);
  show("two");
  swapped<<<grid, block>>>(in, out, w, h);
  show("swapped");
  zeros<<<grid, block>>>(in, out, w, h);
  show("zeros");
  copied<<<grid, block>>>(all);
  show("copied");
  changed<<<grid, block>>>(in, out, w, h);
  show("changed");
  view<<<grid, block>>>(in, out, w, h);
  show("view");
  handed<<<grid, block>>>(in, out, w, h);
  show("handed");
  mixed<<<grid, block>>>(in, out, w, h);
  show("mixed");
  loop<<<2, 32>>>(in, out, w, h);
  show("loop");
  whole<<<grid, block>>>(in, out, w, h);
  show("whole");
  taken<<<grid, block>>>(in, out, w, h);
  show("taken");
  chosen<<<grid, block>>>(in, out, w, h);
  show("chosen");
  operators<<<grid, block>>>(in, out, w, h);
  show("operators");
  fractions<<<grid, block>>>(in, out, w, h);
  show("fractions");
  printf("\n");
}
