#include <cstdio>

__managed__ float x[2];
__global__ void set() { x[1] = __int_as_float(__float_as_int(1.0f / 3) - 1); }

int main() {
  set<<<1, 1>>>();
  cudaDeviceSynchronize();
#ifdef SAME_TEXT
  printf("first\nsecond\n");
#else
  printf("first\nanother\n");
#endif
  return 4;
}
