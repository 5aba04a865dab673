// What CUDA does not take in managed memory is refused where that would be
// needed: addresses in constants and templates' arguments, decltype of a name,
// initialisers that are no constants.
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=1 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=2 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=3 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=4 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=5 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=6 2>&1 | FileCheck %s --check-prefix=DECLTYPE
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=7 2>&1 | FileCheck %s --check-prefix=DECLTYPE
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=8 2>&1 | FileCheck %s --check-prefix=INITIALISER
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=9 2>&1 | FileCheck %s --check-prefix=INITIALISER
// RUN: %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=10 | FileCheck %s --check-prefix=TAKEN
// Of device memory and device functions CUDA knows the address.
// RUN: %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=11 | FileCheck %s --check-prefix=DEVICE
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=12 2>&1 | FileCheck %s --check-prefix=HOSTFUNCTION
// RUN: not %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=13 2>&1 | FileCheck %s --check-prefix=MANAGED
// Without the pointer at file scope it need not be there.
// RUN: %tessera -q --cuda-path=none %s -- -std=c++20 -DWAY=6 -DFOLLOWED | FileCheck %s --check-prefix=PLACED
// CONSTANT: error: shared variable 'a' cannot be placed: the constant 'value' has its address, which no constant has of managed memory, but it needs that: an initialiser at file scope uses it
// ARGUMENT: error: shared variable 'a' cannot be placed: it is a template's argument, which managed memory cannot be, but it needs that:
// DECLTYPE: error: shared variable 'a' cannot be placed: decltype names it, which it cannot in managed memory, but it needs that:
// INITIALISER: error: shared variable 'a' cannot be placed: its initialiser is no constant, as that of managed memory must be, but it needs that:
// TAKEN: __managed__ Cell a[4];
// TAKEN: __managed__ Quiet b[4];
// DEVICE: __managed__ int *pointers[] = {&d, ds + 1, nullptr};
// DEVICE: __managed__ Function *functions[] = {one, one};
// HOSTFUNCTION: error: shared variable 'functions' cannot be placed: its initialiser has the address of 'five', which that of managed memory cannot, but it needs that: its elements are pointers
// MANAGED: error: shared variable 'pointers' cannot be placed: its initialiser has the address of 'm', which that of managed memory cannot, but it needs that: its elements are pointers
// PLACED: add<<<1, 4>>>(a_dev);
#include <cstdio>

struct Cell {
  int x;
#if WAY == 9
  float y = 3;
#elif WAY == 10
  int z = 2;
  constexpr Cell() : x(sizeof(Cell)) {}
#endif
};
#if WAY == 8
static int five() { return 5; }
__global__ Cell a[4] = {{five()}, {2}};
#else
__global__ Cell a[4];
#endif
#ifndef FOLLOWED
Cell *kept = a;
#endif

struct Ends {
  Cell *first;
  const Cell *last[2];
};
template <Cell *P> int first() { return P->x; }
template <Cell (&R)[4]> int second() { return R[1].x; }
template <class T> int size() { return sizeof(T); }
template <int N> int count() { return N; }

#if WAY == 1
constexpr Cell *value = a + 1;
#elif WAY == 2
constexpr Cell *of(int i) { return a + i; }
constinit Ends value = {nullptr, {nullptr, of(1)}};
#elif WAY == 10
struct Quiet {
  int x;
  Quiet() {}
};
__global__ Quiet b[4];
Quiet *also = b;
static_assert(sizeof(a) == 4 * sizeof(Cell) && a != nullptr);
constexpr bool none = a == nullptr;
Cell *const pointer = a + 1;
decltype((a)) reference = a;
int rows[sizeof(a) / sizeof *a];
// Of what is no variable yet nothing is known.
template <int N> struct Element {
  static constexpr Element *one = nullptr;
};
template <int N> constexpr Element<N> element;
template <class T> T made() {
  constexpr T none;
  return none;
}
#endif

using Function = int();
__device__ int d, ds[2];
__managed__ int m;
__device__ int one() { return 1; }
int five();
#if WAY == 11
__global__ int *pointers[] = {&d, ds + 1, nullptr};
__global__ Function *functions[] = {one, one};
#elif WAY == 12
__global__ Function *functions[] = {one, five};
#elif WAY == 13
__global__ int *pointers[] = {&d, &m};
#endif
#if WAY >= 11
__global__ void follow() {
#if WAY != 12
  for (int *p : pointers)
    if (p)
      ++*p;
#endif
#if WAY != 13
  for (Function *f : functions)
    f();
#endif
}
#endif

__global__ void add(Cell *x) { x[threadIdx.x].x++; }

int main() {
  add<<<1, 4>>>(a);
  int sum = a[0].x;
#if WAY == 3
  static constexpr Cell *value[] = {nullptr, a + 2};
  sum += value[1]->x;
#elif WAY == 4
  sum += first<a>();
#elif WAY == 5
  sum += second<a>();
#elif WAY == 6
  decltype(a) other = {};
  sum += other[0].x;
#elif WAY == 7
  sum += size<decltype(a)>();
#elif WAY == 10
  sum += count<sizeof(a)>() + pointer->x;
#elif WAY >= 11
  follow<<<1, 1>>>();
#endif
  printf("%d\n", sum);
}
