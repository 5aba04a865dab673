// Replaced allocation functions, of the program and of a class, run wherever
// anything allocates.
// RUN: %meaning %s --original
// PRINTS: 55 57 59 63 68 67 70 82
#include <memory>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <vector>
#define N 32

__global__ int made[N];
__global__ int freed[N];
__global__ int own[N];
__global__ int all[N];

__global__ void fill(int *x) { x[threadIdx.x] = 10 * threadIdx.x; }
__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }

void *operator new(size_t bytes) {
  if (bytes == 396) // others are not of this file
    all[0] += 1;
  return malloc(bytes);
}
void operator delete(void *p) noexcept { free(p); }
void operator delete(void *p, size_t bytes) noexcept {
  if (bytes == 396)
    all[1] += 1;
  free(p);
}

struct Own {
  int value = 0;
  static void *operator new(size_t bytes) {
    made[5] += 4;
    return malloc(bytes);
  }
  static void operator delete(void *p) {
    freed[5] += 6;
    free(p);
  }
  static void *operator new[](size_t bytes) {
    own[5] += 8;
    return malloc(bytes);
  }
  static void operator delete[](void *p) {
    own[6] += 1;
    free(p);
  }
};
struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  void *operator new(size_t bytes) { return malloc(bytes); }
  void operator delete(void *p) {
    own[7] += 1;
    free(p);
  }
};

int main() {
  fill<<<1, N>>>(made);
  Own *one = new Own;
  raise<<<1, N>>>(made, 1);
  printf("%d ", made[5]);
  fill<<<1, N>>>(freed);
  delete one;
  raise<<<1, N>>>(freed, 1);
  printf("%d ", freed[5]);
  fill<<<1, N>>>(own);
  Own *many = new Own[3];
  raise<<<1, N>>>(own, 1);
  printf("%d ", own[5]);
  delete[] many;
  raise<<<1, N>>>(own, 1);
  printf("%d ", own[6]);
  Base *base = new Derived;
  raise<<<1, N>>>(own, 1);
  delete base;
  raise<<<1, N>>>(own, -6);
  printf("%d ", own[7]);

  fill<<<1, N>>>(all);
  raise<<<1, N>>>(all, 66);
  std::vector<int> numbers(99);
  raise<<<1, N>>>(all, 0);
  printf("%d ", all[0]);
  raise<<<1, N>>>(all, 2);
  auto shared = std::make_unique<char[]>(396);
  raise<<<1, N>>>(all, 1);
  printf("%d ", all[0]);
  raise<<<1, N>>>(all, 1);
  numbers = std::vector<int>(300);
  raise<<<1, N>>>(all, 1);
  printf("%d\n", all[1]);
}
