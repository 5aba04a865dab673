// A launch that nothing can wait for before the statement goes on is refused,
// wherever it stands in the statement.
// RUN: not %tessera --cuda-path=none -q %s -- -DREADS 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DWRITES 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DCALLS 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DPOINTS 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DENDS 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DMACRO 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DLEAVES 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DTHROWS 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DDEFAULT 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DIF 2>&1 | FileCheck %s --check-prefixes=HEADER,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DFOR 2>&1 | FileCheck %s --check-prefixes=HEADER,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DSTEP 2>&1 | FileCheck %s --check-prefixes=HEADER,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DSWITCH 2>&1 | FileCheck %s --check-prefixes=HEADER,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DRANGE -std=c++20 2>&1 | FileCheck %s --check-prefixes=HEADER,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DWHILE 2>&1 | FileCheck %s --check-prefixes=HEADER,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DMEMBER 2>&1 | FileCheck %s --check-prefixes=MEMBER,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DRETURNS 2>&1 | FileCheck %s --check-prefixes=RETURN,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DPOINTER 2>&1 | FileCheck %s --check-prefixes=POINTER
// RUN: not %tessera --cuda-path=none -q %s -- -DCHOICE 2>&1 | FileCheck %s --check-prefixes=POINTER
// RUN: not %tessera --cuda-path=none -q %s -- -DSTATIC 2>&1 | FileCheck %s --check-prefixes=STATIC
#include <cstdio>
#define N 64
__global__ int in[N], out[N];

__global__ void add(const int *x, int *y) {
  y[threadIdx.x] = x[threadIdx.x] + 1;
}
__global__ void less(const int *x, int *y) {
  y[threadIdx.x] = x[threadIdx.x] - 1;
}

// REST: error: {{.*}}the rest of a statement that launches a kernel may use it
// HEADER: error: {{.*}}a condition, or what stands beside one, launches a kernel
// MEMBER: error: {{.*}}the initialiser of a member launches a kernel
// RETURN: error: {{.*}}a return statement launches a kernel
// ANY-SAME: : nothing can wait before its end; make the launch a statement [tessera-unsupported-shared]
// POINTER: error: {{.*}}a launch of a kernel that a pointer or an expression chooses may use it
// STATIC: error: {{.*}}a launch in an initialiser outside of functions may use it
#define LAUNCH_AND_ADD                                                         \
  {                                                                            \
    add<<<1, N>>>(in, out);                                                    \
    out[5]++;                                                                  \
  }
#define LAUNCH_OR_STOP                                                         \
  {                                                                            \
    add<<<1, N>>>(in, out);                                                    \
    if (i > 1)                                                                 \
      break;                                                                   \
  }

static int sum() { return out[1] + out[2]; }
#if defined DEFAULT
static int with(int x = (add<<<1, N>>>(in, out), 3)) { return x; }
#elif defined RETURNS
static int go() { return add<<<1, N>>>(in, out), 3; }
#elif defined STATIC
static int early = [] { return add<<<1, N>>>(in, out), 3; }();
#elif defined ENDS
struct Guard {
  ~Guard() { out[7] = 0; }
};
#elif defined MEMBER
struct Member {
  int value;
  Member() : value((add<<<1, N>>>(in, out), 3)) {}
};
#endif

int main() {
  int v = 0;
  const int *p = out, steps[] = {1, 2};
#if defined READS
  v = (add<<<1, N>>>(in, out), out[5]);
#elif defined WRITES
  in[3] = 7, add<<<1, N>>>(in, out), out[5]++;
#elif defined CALLS
  add<<<1, N>>>(in, out), v = sum();
#elif defined POINTS
  v = (add<<<1, N>>>(in, out), p[2]);
#elif defined ENDS
  Guard(), add<<<1, N>>>(in, out);
#elif defined MACRO
  LAUNCH_AND_ADD
#elif defined LEAVES
  for (int i = 0; i < 3; i++)
    LAUNCH_OR_STOP
#elif defined THROWS
  try {
    add<<<1, N>>>(in, out), throw 3;
  } catch (int) {
    v = out[2];
  }
#elif defined DEFAULT
  v = with() + out[3];
#elif defined IF
  if (add<<<1, N>>>(in, out); out[4] > 3)
    v = out[5];
#elif defined FOR
  for (add<<<1, N>>>(in, out); v < 9; v++)
    in[3] += out[4];
#elif defined STEP
  for (; v < 9; add<<<1, N>>>(in, out))
    v += out[4];
#elif defined SWITCH
  switch (add<<<1, N>>>(in, out); out[3]) {
  default:
    out[5]++;
  }
#elif defined RANGE
  for (add<<<1, N>>>(in, out); int each : steps)
    v += out[each];
#elif defined WHILE
  while (add<<<1, N>>>(in, out), out[3] < 2)
    in[3]++;
#elif defined MEMBER
  Member m;
  v = m.value + out[3];
#elif defined RETURNS
  v = go() + out[3];
#elif defined POINTER
  auto *f = &add;
  f<<<1, N>>>(in, out);
#elif defined CHOICE
  (v ? add : less)<<<1, N>>>(in, out);
#endif
  printf("%d %d\n", v, out[5]);
}
