// Macros whose bodies make accesses: the call as it is written, and what it
// expands to.
// RUN: %tessera --cuda-path=none --print=tree %s | FileCheck %s --strict-whitespace
// RUN: %tessera --cuda-path=none --print=round-trip %s | diff %s -
#define W 8
#define AT(y, x) A[(y) * W + (x)]
#define SIDES(p) (A[p - 1] + A[(p) + 1] - 2 * -u.x)
#define SQUARE(e) ((e) * (e) + A[i])
__global__ void kernel(const float *A, float *out, float3 u) {
  int i = threadIdx.x;
  // A whole call is the access itself.
  // CHECK: leaf {@{{[0-9]+}} out[{i}]} = {@{{[0-9]+}} AT({i}, 1)};
  out[i] = AT(i, 1);
  // CHECK: leaf {@{{[0-9]+}} out[{i}]} = {SIDES({i}) = ({@{{[0-9]+}} A[{i} - 1]} + {@{{[0-9]+}} A[({i}) + 1]} - 2 * -{u}.x)};
  out[i] = SIDES(i);
  // An argument that is used twice.
  // CHECK: leaf {@{{[0-9]+}} out[{i}]} = {SQUARE({@[[A:[0-9]+]] A[2]}) = (({@[[A]] A[2]}) * ({@[[A]] A[2]}) + {@{{[0-9]+}} A[{i}]})};
  out[i] = SQUARE(A[2]);
}
