// Grids and ends of loops pass through enumerations, characters, bit-fields,
// quotients of negative numbers, shifts and choices: each counts as C++ has it.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=3
// PRINTS: 7 1054 2063 42 1048 2058 21 1072 2063 14 1048 2098 14
// PRINTS: 1060 2063 70 1096 2068 49 1042 2063 63 1078 2083 42 1036
// PRINTS: 2083 56 1120 2083 21 14560 16366 14294 15336 2168 28 1042
#include <cstdint>
#include <cstdio>
#define N 1024
__global__ int a[N];

enum Flag : bool { Off, On };
enum class Level : uint8_t { Low };
enum Signed : signed char { Zero };
struct Bits {
  unsigned low : 3;
  int both : 4;
  unsigned long long wide : 40;
};
constexpr unsigned char narrowed(int x) { return x; }
constexpr int halved(unsigned x) { return x / 2; }
template <class T> constexpr T as(long long x) { return static_cast<T>(x); }

__global__ void one(int *x) {
  if (threadIdx.x == 0)
    x[blockIdx.x] = 7;
}
__global__ void inc(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 7; }

void report() {
  static int calls;
  int sum = 0;
  ++calls;
  for (int i = 0; i < N; ++i) {
    sum += a[i];
    a[i] = calls % 3;
  }
  printf("%d ", sum);
}

void types(int one_) {
  int big = 1023 + one_;
  Flag flag = (Flag)big;
  one<<<flag, 32>>>(a);
  report();
  Level level = static_cast<Level>(big + 5);
  one<<<int(level), 32>>>(a);
  report();
  Signed negative = Signed(big - 2);
  one<<<5 + negative, 32>>>(a);
  report();
  char32_t far = char32_t(big) * 4194304u + 6;
  one<<<far, 32>>>(a);
  report();
  char16_t near{char16_t(big * 64 + 4)};
  one<<<near, 32>>>(a);
  report();
  Bits bits = {};
  bits.low = big + 10;
  one<<<bits.low, 32>>>(a);
  report();
  bits.both = big + 15;
  one<<<4 + bits.both, 32>>>(a);
  report();
  bits.wide = (1ull << 40) + big - 1016;
  one<<<bits.wide, 32>>>(a);
  report();
}

void operators(int one_) {
  int minus = -8 + one_;
  one<<<minus / 2 + 6, 32>>>(a);
  report();
  one<<<minus % 4 + 5, 32>>>(a);
  report();
  one<<<(minus >> 1) + 8, 32>>>(a);
  report();
  one<<<(unsigned)minus % 10u + 1, 32>>>(a);
  report();
  one<<<(minus < sizeof(int)) + 2, 32>>>(a);
  report();
  one<<<minus < 4u ? 9 : 6, 32>>>(a);
  report();
  size_t size = 5;
  one<<<size - 6 > 0 ? 3 : 8, 32>>>(a);
  report();
  one<<<(unsigned char)(minus << 3) - 190, 32>>>(a);
  report();
  one<<<(uint8_t)~3 - 240 + !minus, 32>>>(a);
  report();
  unsigned short high = 65535;
  high += 4 + one_;
  one<<<high, 32>>>(a);
  report();
  signed char low = -128;
  low -= 120 + one_;
  one<<<low, 32>>>(a);
  report();
  uint8_t turned = 7;
  turned <<= 6;
  one<<<turned / 64, 32>>>(a);
  report();
  bool both = 2;
  both += 3;
  one<<<both + 2, 32>>>(a);
  report();
}

void calls(int one_) {
  int big = 1023 + one_;
  one<<<narrowed(1024 + 9), 32>>>(a);
  report();
  one<<<narrowed(big + 9), 32>>>(a);
  report();
  one<<<halved(-2) - 2147483640, 32>>>(a);
  report();
  one<<<as<short>(131072 + 6), 32>>>(a);
  report();
  one<<<as<bool>(big) + 1, 32>>>(a);
  report();
  one<<<int8_t(big + 4) + int{3}, 32>>>(a);
  report();
  one<<<static_cast<int>(16777217.0f) - 16777208, 32>>>(a);
  report();
  float rounded = 16777216 + big - 1023;
  one<<<int(rounded) - 16777200, 32>>>(a);
  report();
  double part = 7.99;
  one<<<int(part), 32>>>(a);
  report();
  long long most = 4294967296ll * big + 3;
  one<<<(int)most, 32>>>(a);
  report();
}

void ends(int one_) {
  int big = 1023 + one_;
  inc<<<N / 64, 64>>>(a);
  for (char i = 0; i < (signed char)(big + 100); ++i)
    a[i] = 0;
  inc<<<N / 64, 64>>>(a);
  report();
  inc<<<N / 64, 64>>>(a);
  for (unsigned i = 1; i < -1 + (unsigned)one_ + 5; i += 2)
    a[i] = 0;
  inc<<<N / 64, 64>>>(a);
  report();
  inc<<<N / 64, 64>>>(a);
  for (uint8_t i = 250; i >= 250; ++i)
    a[i] = 0;
  inc<<<N / 64, 64>>>(a);
  report();
  inc<<<N / 64, 64>>>(a);
  for (float i = 0; i < 2.5f; i += 0.5f)
    a[int(i)] = 0;
  inc<<<N / 64, 64>>>(a);
  report();
  for (size_t i = big; i-- > 1000;)
    one<<<1, 32>>>(a + i);
  report();
  for (int16_t i = 10; i != int16_t(65536 * big + 14); ++i)
    one<<<1, 32>>>(a + i);
  report();
  for (uint8_t i = 253; i; ++i)
    one<<<1, 32>>>(a + i);
  report();
}

int main(int argc, char **) {
  types(argc);
  operators(argc);
  calls(argc);
  ends(argc);
  printf("\n");
}
