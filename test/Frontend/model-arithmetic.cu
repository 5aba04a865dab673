// Integers that elements decide are counted, what subscripts are made of is
// not; so are conversions, comparisons and choices, and quotients by what they
// cost: by a power of two they are products.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

// Products v * v with its addition, a shift, min, / 5, and of floats two
// conversions, a comparison and a choice.
// CHECK: kernel work
// CHECK: work: integer 10
// CHECK-NEXT: work: float 16
// CHECK-NEXT: work: special 2
// CHECK-NEXT: work: control 6
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

void start(const unsigned char *bytes, const float *in, float *out, double *d,
           int n) {
  work<<<(n + 255) / 256, 256>>>(bytes, out, n, 2);
  places<<<(n + 255) / 256, 256>>>(in, d, n);
}
