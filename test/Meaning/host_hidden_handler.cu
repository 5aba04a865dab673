// A macro hides the handler: it may be anywhere.
// RUN: %meaning %s --original
// PRINTS: 10 5 10
#include <stdio.h>
#define N 64
#define CAUGHT(statement)                                                      \
  try {                                                                        \
    statement;                                                                 \
  } catch (int n) {                                                            \
    c[n] += 5;                                                                 \
  }

__global__ int c[N];

__global__ void inc(int *x) { x[threadIdx.x] += 1; }

static int parse(int n) {
  if (n % 2)
    throw n;
  return n;
}
static void stepC(int n) {
  inc<<<1, N>>>(c);
  parse(n);
}

int main() {
  for (int i = 0; i < 4; ++i) {
    CAUGHT(stepC(i));
    if (i == 3)
      inc<<<1, N>>>(c);
  }
  printf("%d %d %d\n", c[1], c[2], c[3]);

}
