// Other names of functions: an alias, a weak one, a label of the assembler,
// each of a function of its own; and destructors with priorities.
// RUN: %meaning %s --original
// PRINTS: 7 25 / 9 35 / 14 / 11 53 / end 17 19
#include <stdio.h>
#define N 64

__global__ int read[N];
__global__ int written[N];
__global__ int weakly[N];
__global__ int labelled[N];
__global__ int late[N];
__global__ int later[N];

__global__ void fill(int *x) { x[threadIdx.x] = 3 + threadIdx.x; }
__global__ void inc(int *x) { x[threadIdx.x] += 1; }

extern "C" int reads() { return read[4]; }
extern "C" int alsoReads() __attribute__((alias("reads")));
extern "C" void writes(int v) { written[4] = v; }
extern "C" void alsoWrites(int) __attribute__((alias("writes")));
extern "C" void adds() { weakly[4] += 6; }
extern "C" void mayAdd() __attribute__((weak, alias("adds")));
void writesByLabel(int) __asm__("writesThere");
extern "C" void writesThere(int v) { labelled[4] = v; }

__attribute__((destructor(200))) static void second() {
  printf("%d\n", later[5] + 10);
}
__attribute__((destructor(300))) static void first() {
  printf("end %d ", late[5] + 9);
  later[5] += 1;
}

int main() {
  fill<<<1, N>>>(read);
  printf("%d ", alsoReads());
  read[5] = 25;
  printf("%d / ", read[5]);

  fill<<<1, N>>>(written);
  alsoWrites(33);
  printf("%d ", written[6]);
  inc<<<1, N>>>(written);
  inc<<<1, N>>>(written);
  printf("%d / ", written[4]);

  fill<<<1, N>>>(weakly);
  mayAdd();
  inc<<<1, N>>>(weakly);
  printf("%d / ", weakly[4]);

  fill<<<1, N>>>(labelled);
  inc<<<1, N>>>(labelled);
  writesByLabel(52);
  inc<<<1, N>>>(labelled);
  printf("%d %d / ", labelled[6], labelled[4]);

  fill<<<1, N>>>(late);
  fill<<<1, N>>>(later);
}
