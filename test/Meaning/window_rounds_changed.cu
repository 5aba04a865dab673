// The rounds of a window depend on what its body does: by a reference of the
// header, an element, a mutable closure, a constant reference that is cast, and
// a step that is not even.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=x:shared
// PRINTS: 9899210 2363142 3945481 3154191 6840576 12365571
#include <cstdio>
#define N 256

__global__ int from[2 * N];
__global__ int to[N];

__global__ void by_sum(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = 0; k < n; ++k) {
    s += x[i + k];
    if (s > 200)
      n -= 1;
  }
  r[i] = s;
}
__global__ void in_header(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = 0, &m = n; k < m; ++k) {
    s += x[i + k];
    if (k == 5)
      m = 9;
  }
  r[i] = s;
}
__global__ void by_element(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, k[2] = {0, 5};
  for (; k[0] < n; ++k[0]) {
    s += x[i + k[0]];
    if (k[0] == 5)
      k[k[0] - 5] = 40;
  }
  r[i] = s;
}
__global__ void by_mutable(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = 0; k < n; ++k) {
    auto end = [&, c = 0]() mutable {
      if (++c && k == 7)
        n = 12;
    };
    s += x[i + k];
    end();
  }
  r[i] = s;
}
__global__ void by_constant(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = 0; k < n; ++k) {
    const int &c = k;
    s += x[i + k];
    if (k == 6)
      const_cast<int &>(c) = 30;
  }
  r[i] = s;
}
__global__ void uneven(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = 0; k < n; k += (k == 3 ? 4 : 1))
    s += x[i + k];
  r[i] = s;
}

static void sum() {
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += (long)to[i] * (i + 1);
  printf("%ld ", all);
}

int main(int argc, char **) {
  int n = 49 + argc;
  for (int i = 0; i < 2 * N; ++i)
    from[i] = 3 * i % 17;
  by_sum<<<N / 64, 64>>>(from, to, n);
  sum();
  in_header<<<N / 64, 64>>>(from, to, n);
  sum();
  by_element<<<N / 64, 64>>>(from, to, n);
  sum();
  by_mutable<<<N / 64, 64>>>(from, to, n);
  sum();
  by_constant<<<N / 64, 64>>>(from, to, n);
  sum();
  uneven<<<N / 64, 64>>>(from, to, n);
  sum();
  printf("\n");
}
