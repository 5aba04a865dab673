// Integers that elements decide are counted, what subscripts are made of is
// not; so are conversions, comparisons and choices, and quotients by what they
// cost: by a power of two they are products.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

// Products v * v with its addition, a shift, min, / 5, and of floats two
// conversions, a comparison and a choice. Simple are the tests of the root and
// the quotient by 3.
// CHECK: kernel work
// CHECK: work: integer 10
// CHECK-NEXT: work: float 16
// CHECK-NEXT: work: special 2
// CHECK-NEXT: work: simple 6
// CHECK-NEXT: work: rounded 1
__global__ void work(const unsigned char *in, float *out, int n, int at) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int shift = at * 3 + 1;
    int v = in[i];
    int w = v * v + shift;
    w >>= 2;
    int least = min(w, v) / 5;
    float f = least;
    f = f > 1.0f ? sqrtf(f) / 2.0f : f / 3.0f;
    out[i] = f + shift;
  }
}

// CHECK: kernel places
// CHECK-NOT: work: integer
// CHECK: work: special 1
__global__ void places(const float *in, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = i / n, column = i % n;
  if (column > 0 && row < n)
    out[row * n + column] = in[row * n + column - 1];
}

// What is read behind comparisons of what others compared waits for all.
// CHECK: kernel waiting
// CHECK: access 1: read in{{.*}} - 1]{{$}}
// CHECK-NEXT: access 2: read in{{.*}} + 1] maybe{{$}}
// CHECK-NEXT: access 3: read in{{.*}} + 2] maybe behind 2 comparisons{{$}}
// CHECK-NEXT: access 4: read in{{.*}} - 2] if #0 behind 3 comparisons{{$}}
// CHECK: work: integer 3
// CHECK-NEXT: work: simple 2
__global__ void waiting(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i];
  if (v > in[i - 1] && v > in[i + 1] && v > in[i + 2])
    v += in[i - 2] + 1;
  out[i] = v;
}

void start(const unsigned char *bytes, const float *in, float *out, double *d,
           int *number, int n) {
  work<<<(n + 255) / 256, 256>>>(bytes, out, n, 2);
  places<<<(n + 255) / 256, 256>>>(in, d, n);
  waiting<<<(n + 255) / 256, 256>>>(number, number + n, n);
}
