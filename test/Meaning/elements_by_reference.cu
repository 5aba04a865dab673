// Elements that functions get by reference or by address: members of them are
// read and written as the elements are, however many names are between.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--no-transfers
// RUN: %meaning %s "--options=--array=a:shared --start=1"
// PRINTS: value 6 8, pointer 6 8, deref 6 8, inner 6 8, array 6 8, far 7 8, local 6 8, method 6 8, twice 6 8, returned 6 8, lambda 6 8, operator 12 8, moved 6 12, changed 6 8, stale 92
#include <cstdio>
struct In {
  float x;
  __device__ float get() const { return x; }
  __device__ void set(float v) { x = v; }
};
struct F {
  float x;
  In in;
  float v[2];
};
__device__ float operator+(const F &p, const F &q) { return p.x + q.x; }
__device__ float value(const F &p) { return p.x; }
__device__ float pointer(const F *p) { return p->x; }
__device__ float deref(const F *p) { return (*p).x; }
__device__ float inner(const F &p) { return p.in.x; }
__device__ float array(const F &p) { return p.v[1]; }
__device__ float far(const F *p) { return p[1].x; }
__device__ float local(const F &p) {
  const F &q = p;
  const F *r = &q;
  return r->in.x;
}
__device__ float method(const F &p) { return p.in.get(); }
__device__ float twice(const F &p) { return local(p); }
__device__ F &returned(F &p) { return p; }
__device__ void put(F &p, float v) {
  p.x = v;
  p.in.set(v);
  p.v[1] = v;
}
template <class T> __device__ void move(T *to, const T &from) {
  to->x = from.x;
  (*to).in.x = from.x;
}
__managed__ F a[65], o[64];

__global__ void byValue(const F *a, F *o) { o[threadIdx.x].x = value(a[threadIdx.x]); }
__global__ void byPointer(const F *a, F *o) { o[threadIdx.x].x = pointer(&a[threadIdx.x]); }
__global__ void byDeref(const F *a, F *o) { o[threadIdx.x].x = deref(a + threadIdx.x); }
__global__ void byInner(const F *a, F *o) { o[threadIdx.x].x = inner(a[threadIdx.x]); }
__global__ void byArray(const F *a, F *o) { o[threadIdx.x].x = array(a[threadIdx.x]); }
__global__ void byFar(const F *a, F *o) { o[threadIdx.x].x = far(&a[threadIdx.x]); }
__global__ void byLocal(const F *a, F *o) { o[threadIdx.x].x = local(a[threadIdx.x]); }
__global__ void byMethod(const F *a, F *o) { o[threadIdx.x].x = method(a[threadIdx.x]); }
__global__ void byTwice(const F *a, F *o) { o[threadIdx.x].x = twice(a[threadIdx.x]); }
__global__ void byReturned(F *a, F *o) {
  returned(o[threadIdx.x]).x = returned(a[threadIdx.x]).x;
}
__global__ void byLambda(const F *a, F *o) {
  auto get = [](const F &p) { return p.x; };
  auto set = [](F &p, float v) { p.x = v; };
  set(o[threadIdx.x], get(a[threadIdx.x]));
}
__global__ void byOperator(const F *a, F *o) {
  o[threadIdx.x].x = a[threadIdx.x] + a[threadIdx.x];
}
__global__ void byMove(F *a, F *o) {
  F *to = o + threadIdx.x;
  move(to, a[threadIdx.x]);
  put(a[threadIdx.x + 1], 2 * to->in.x);
}
__global__ void byChange(const F *a, F *o) { put(o[threadIdx.x], a[threadIdx.x].x); }
// All threads read what each has changed.
__global__ void stale(F *a, F *o) {
  put(a[threadIdx.x], a[threadIdx.x].x * 0.5f + 1);
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 64; ++j)
    sum += a[j].in.x * (j % 3);
  o[threadIdx.x].x = sum - 1000;
}

static void fill() {
  for (int i = 0; i < 65; ++i) {
    a[i].x = a[i].in.x = a[i].v[1] = i + 1;
    if (i < 64)
      o[i].x = o[i].in.x = 1;
  }
}
template <class K> static void run(const char *name, K kernel) {
  fill();
  kernel();
  cudaDeviceSynchronize();
  printf("%s%s %g %g", name[0] == 'v' ? "" : ", ", name, o[5].x, a[7].x);
}

int main() {
  run("value", [] { byValue<<<1, 64>>>(a, o); });
  run("pointer", [] { byPointer<<<1, 64>>>(a, o); });
  run("deref", [] { byDeref<<<1, 64>>>(a, o); });
  run("inner", [] { byInner<<<1, 64>>>(a, o); });
  run("array", [] { byArray<<<1, 64>>>(a, o); });
  run("far", [] { byFar<<<1, 64>>>(a, o); });
  run("local", [] { byLocal<<<1, 64>>>(a, o); });
  run("method", [] { byMethod<<<1, 64>>>(a, o); });
  run("twice", [] { byTwice<<<1, 64>>>(a, o); });
  run("returned", [] { byReturned<<<1, 64>>>(a, o); });
  run("lambda", [] { byLambda<<<1, 64>>>(a, o); });
  run("operator", [] { byOperator<<<1, 64>>>(a, o); });
  fill();
  byMove<<<1, 1>>>(a + 5, o + 5);
  cudaDeviceSynchronize();
  printf(", moved %g %g", o[5].in.x, a[6].v[1]);
  run("changed", [] { byChange<<<1, 64>>>(a, o); });
  fill();
  stale<<<1, 64>>>(a, o);
  cudaDeviceSynchronize();
  printf(", stale %g\n", o[9].x);
}
