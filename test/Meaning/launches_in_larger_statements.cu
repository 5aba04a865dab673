// A launch that is part of a larger statement has ended when the next one runs.
// RUN: %meaning %s --original
// PRINTS: 22 5 24 3 26 1 28 7 30 32 34 36 4 38 40 2 42 44 46
#include <cstdio>
#include <cstdlib>
#define COUNT 64
__global__ int given[COUNT], made[COUNT];

__global__ void twice(const int *from, int *to, int more) {
  int i = threadIdx.x;
  to[i] = 2 * from[i] + more;
}

#define START(kernel, ...)                                                     \
  do {                                                                         \
    kernel<<<1, COUNT>>>(__VA_ARGS__);                                         \
    cudaError_t failed = cudaGetLastError();                                   \
    if (failed != cudaSuccess) {                                               \
      std::fprintf(stderr, "%s\n", cudaGetErrorString(failed));                \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)
#define ONLY(call) (call)
#define CHECK(call)                                                            \
  do {                                                                         \
    if (cudaError_t failed = (call)) {                                         \
      std::fprintf(stderr, "%s\n", cudaGetErrorString(failed));                \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)
#define SHOW(launch, wait)                                                     \
  do {                                                                         \
    launch;                                                                    \
    wait;                                                                      \
    printf(" %d", made[3]);                                                    \
  } while (0)

static int started = 0;
static bool note(int by) { return (started += by) > 0; }

int main() {
  for (int i = 0; i < COUNT; i++)
    given[i] = i;
  given[3] = 11, twice<<<1, COUNT>>>(given, made, 0);
  printf("%d", made[3]);
  int five = (twice<<<1, COUNT>>>(given, made, 2), 5);
  printf(" %d %d", five, made[3]);
  twice<<<1, COUNT>>>(given, made, 4), note(3);
  printf(" %d", started);
  printf(" %d", made[3]);
  bool noted = given[3] == 11 && (twice<<<1, COUNT>>>(given, made, 6), true);
  printf(" %d", noted);
  printf(" %d", made[3]);
  given[4] == 4 ? twice<<<1, COUNT>>>(given, made, 8) : void();
  int seven;
  seven = (void(0), 7);
  printf(" %d %d", seven, made[3]);
  START(twice, given, made, 10);
  printf(" %d", made[3]);
  (twice<<<1, COUNT>>>(given, made, 0)), twice<<<1, COUNT>>>(given, made, 12);
  printf(" %d", made[3]);
  ONLY((twice<<<1, COUNT>>>(given, made, 14)));
  printf(" %d", made[3]);
  int two = ({
    twice<<<1, COUNT>>>(given, made, 16);
    made[3] - 36;
  });
  printf(" %d", two + 2);
  switch (five) {
  case 5:
    twice<<<1, COUNT>>>(given, made, 16), ++five;
  }
  printf(" %d", made[3]);
  if (five) [[likely]]
    twice<<<1, COUNT>>>(given, made, 18);
  else
    note(1);
  printf(" %d %d", made[3], started - 1);
  SHOW((twice<<<1, COUNT>>>(given, made, 20)), cudaDeviceSynchronize());
  SHOW((twice<<<1, COUNT>>>(given, made, 22)), CHECK(cudaDeviceSynchronize()));
  int last = (twice<<<1, COUNT>>>(given, made, 24),
              cudaDeviceSynchronize() ? 0 : made[3]);
  printf(" %d\n", last);
}
