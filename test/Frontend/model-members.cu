// Accesses to parts of elements: members, elements of members that are arrays,
// and what stands behind a pointer to another type.
// RUN: %tessera --cuda-path=none --print=model %s 2>/dev/null | FileCheck %s
struct Inner {
  float re, im;
};
struct Cell {
  Inner value;
  float f[8];
  int flag;
};
struct Pairs {
  Inner both[2];
};
union Bits {
  float number;
  unsigned bits;
};

// CHECK-LABEL: kernel members
// CHECK: access 1: read c[tx] bytes 4..7
// CHECK: access 2: read c[tx] bytes 8..39
// CHECK: access 3: read c[tx] bytes 12..15
// CHECK: access 4: update c[tx] bytes 0..3 overwritten
// CHECK: access 5: update c[tx] bytes 0..7 overwritten
// CHECK: access 6: update c[tx] bytes 20..23 overwritten
// CHECK: access 7: update c[tx] bytes 40..43{{$}}
// CHECK: access 8: update c[tx] bytes 8..39{{$}}
__global__ void members(Cell *c, float *out) {
  int i = threadIdx.x;
  out[i] = c[i].value.im + c[i].f[i % 8] + c[i].f[1];
  c[i].value.re = 1.0f;
  c[i].value = Inner{1.0f, 2.0f};
  c[i].f[3] = 2.0f;
  c[i].flag += 1;
  c[i].f[i % 8] = 0.0f;
}

// CHECK-LABEL: kernel arrows
// CHECK: access 1: read c[tx + 1] bytes 40..43
// CHECK: access 2: update c[1] bytes 24..27 overwritten
// CHECK: access 4: read p[tx * 2 + 1] bytes 12..15
// CHECK: access 5: read p[0] bytes 0..3
__global__ void arrows(Cell *c, const Pairs *p, float *out) {
  int i = threadIdx.x;
  const Pairs *mine = p + 2 * i;
  out[i] = (c + i + 1)->flag;
  (c + 1)->f[4] = 0;
  out[i] = mine[1].both[1].im + p->both[0].re;
}

// CHECK-LABEL: kernel types
// CHECK: access 1: read v[?]
// CHECK: access 2: read v[?]
// CHECK: access 3: update b[tx] bytes 0..3 overwritten
// CHECK: access 4: update d[?] overwritten
// CHECK: access 5: write out[?]
// CHECK: access 6: read v[tx]{{$}}
__global__ void types(float4 *v, Bits *b, double *d, float *out) {
  int i = threadIdx.x;
  out[i] = ((float *)v)[i] + *(float *)&v[i];
  b[i].bits = 0;
  ((int *)d)[i] = 3;
  *reinterpret_cast<float4 *>(&out[4 * i]) = v[i];
}

int main() {
  members<<<1, 64>>>(nullptr, nullptr);
  arrows<<<1, 64>>>(nullptr, nullptr, nullptr);
  types<<<1, 64>>>(nullptr, nullptr, nullptr, nullptr);
}
