// Kernels in arrays, members, parameters and template arguments: what starts
// them there are launches of theirs, which stay as they are.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
__global__ void a(int *x) { x[threadIdx.x] += 1; }
__global__ void b(int *x) { x[threadIdx.x] += 2; }
__global__ void c(int *x) { x[threadIdx.x] += 3; }
__global__ void d(int *x) { x[threadIdx.x] += 4; }
__global__ void e(int *x) { x[threadIdx.x] += 5; }
__global__ void f(int *x) { x[threadIdx.x] += 6; }
__global__ void g(int *x) { x[threadIdx.x] += 7; }
__global__ void h(int *x) { x[threadIdx.x] += 8; }
__global__ void lost(int *x) { x[threadIdx.x] += 9; }

static void (*const table[])(int *) = {a, &b};

struct Case {
  const char *name;
  void (*kernel)(int *);
};

void byPointer(void (*kernel)(int *), int *x) { kernel<<<1, 33>>>(x); }
template <typename K> void byType(K kernel, int *x) {
  void (*copy)(int *) = kernel;
  copy<<<1, 34>>>(x);
}
template <void (*K)(int *)> void byValue(int *x) { K<<<1, 35>>>(x); }

void unknown(void (*kernel)(int *));

int main(int argc, char **argv) {
  int *x;
  cudaMalloc(&x, 4096);
  for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++)
    table[i]<<<1, 31>>>(x);
  Case cases[] = {{"first", c}, {"second", argc > 1 ? d : e}};
  for (const Case &each : cases)
    each.kernel<<<1, 32>>>(x);
  byPointer(f, x);
  byType(g, x);
  byValue<h>(x);
  void (*chosen[2])(int *);
  chosen[0] = a;
  chosen[1] = b;
  if (chosen[0] == a || chosen[0] != nullptr)
    for (auto kernel : chosen)
      kernel<<<1, 36>>>(x);
  void (*other)(int *) = lost;
  other<<<1, 37>>>(x);
  unknown(other);
}
// CHECK: kernel lost
// CHECK: launch of kernel5 in byPointer: grid 1x1x1 block 33x1x1, through a pointer
// CHECK: launch of kernel6 in byType: grid 1x1x1 block 34x1x1, through a pointer
// CHECK: launch of kernel7 in byValue: grid 1x1x1 block 35x1x1, fixed
// CHECK: launch of kernel0 in main: grid 1x1x1 block 31x1x1, through a pointer
// CHECK: launch of kernel1 in main: grid 1x1x1 block 31x1x1, through a pointer
// CHECK: launch of kernel2 in main: grid 1x1x1 block 32x1x1, through a pointer
// CHECK: launch of kernel3 in main: grid 1x1x1 block 32x1x1, through a pointer
// CHECK: launch of kernel4 in main: grid 1x1x1 block 32x1x1, through a pointer
// CHECK: launch of kernel0 in main: grid 1x1x1 block 36x1x1, through a pointer
// CHECK: launch of kernel1 in main: grid 1x1x1 block 36x1x1, through a pointer
// CHECK-NOT: launch of kernel

// The last one's address goes where this file does not tell what it is for.
// RUN: %tessera --cuda-path=none -o %t.cu %s 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN-NOT: address is taken
// TAKEN: kernel 'lost' not changed: its address is taken
// TAKEN-NOT: address is taken
