// A reference to an element reads what the element is when it is used, and not
// when it is bound: registers of the element do not hide that.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--start=1
// RUN: %meaning %s "--options=--array=a:shared --start=1"
// PRINTS: own 10661 780, deduced 2 1, returned 10661 780, nested 10661 780, member 780 780, barrier 30 33, atomic 41 41, overlap 16384 16384, value 16 0
#include <cstdio>
struct P {
  float x, y;
};
__device__ float get(const float &r) { return r; }
__device__ void set(float &r, float v) { r = v; }

__global__ void own(float a[], float o[], int n) {
  int i = threadIdx.x;
  const float &r = a[i];
  for (int j = 0; j < n; j++) {
    a[i] += j;
    o[i] += r;
  }
}
__global__ void deduced(float a[], float o[], int n) {
  int i = threadIdx.x;
  auto &r = a[i];
  float s = 0;
  for (int j = 0; j < n; j++) {
    a[i] += o[64 + j];
    s += r;
  }
  o[i] = s;
}
__global__ void returned(float a[], float o[], int n) {
  int i = threadIdx.x;
  const float &r = a[i];
  for (int j = 0; j < n; j++) {
    set(a[i], a[i] + j);
    o[i] += get(r);
  }
}
__global__ void nested(float a[], float o[], int n) {
  int i = threadIdx.x;
  const float &q = a[i];
  const float &r = q;
  for (int j = 0; j < n; j++) {
    if (n > 3) {
      a[i] += j;
    }
    o[i] += r;
  }
}
__global__ void member(P a[], P o[], int n) {
  int i = threadIdx.x;
  const P &r = a[i];
  for (int j = 0; j < n; j++) {
    a[i].x += j;
    o[i].x = r.x;
  }
}
__global__ void barrier(float a[], float o[], int n) {
  int i = threadIdx.x;
  const float &r = a[n - 1 - i];
  a[i] = i;
  __syncthreads();
  for (int j = 0; j < n; j++)
    o[i] = r + a[j % 32] - a[j % 32];
}
__global__ void atomic(float a[], float o[], int n) {
  int i = threadIdx.x;
  const float &r = a[i];
  for (int j = 0; j < n; j++) {
    atomicAdd(&a[i], 1.0f);
    o[i] = r;
  }
}
// The two may be one array.
__global__ void overlap(float a[], float o[], int n) {
  int i = threadIdx.x;
  const float &r = a[i];
  for (int j = 0; j < n; j++)
    o[i] += r;
}
__global__ void value(const float *a, const float *b, float *o, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n; j++) {
    const float &r = a[j];
    s += r * (b[i] + r);
  }
  o[i] = s;
}

__managed__ float a[128], o[128];
__managed__ P p[64], q[64];
static const char *separator = "";
static void show(const char *name, float first, float second) {
  printf("%s%s %.0f %.0f", separator, name, first, second);
  separator = ", ";
}
static void fill() {
  for (int i = 0; i < 128; i++) {
    a[i] = i % 3;
    o[i] = i % 2;
  }
}

int main() {
#define RUN(NAME, N)                                                           \
  fill();                                                                      \
  NAME<<<1, 64>>>(a, o, N);                                                    \
  cudaDeviceSynchronize();                                                     \
  show(#NAME, o[33], a[33]);
  RUN(own, 40)
  RUN(deduced, 3)
  RUN(returned, 40)
  RUN(nested, 40)
  member<<<1, 64>>>(p, q, 40);
  cudaDeviceSynchronize();
  show("member", q[33].x, p[33].x);
  RUN(barrier, 64)
  RUN(atomic, 41)
  fill();
  a[1] = 1;
  overlap<<<1, 64>>>(a, a, 14);
  cudaDeviceSynchronize();
  show("overlap", a[1], a[1]);
  fill();
  value<<<1, 64>>>(a, a + 64, o, 6);
  cudaDeviceSynchronize();
  show("value", o[33], a[6]);
  printf("\n");
}
