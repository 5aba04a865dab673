// A grid of n / T blocks, for a kernel whose guard admits n elements, leaves
// the last n % T out.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-remainder-not-covered
#include <cstdlib>
#ifdef FIXED
#define BLOCKS(n, t) (((n) + (t) - 1) / (t))
#else
#define BLOCKS(n, t) ((n) / (t))
#endif

__global__ void scale(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i] = 2 * a[i];
}

__global__ void plane(float *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    a[y * w + x] += 1;
}

// Right with any grid.
__global__ void stride(float *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    a[i] = 2 * a[i];
}

// Each thread has several elements.
__global__ void pairs(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i + 1 < n)
    a[2 * i] = a[2 * i + 1];
}

// Callers pass multiples of the block's size.
static void given(float *a, int n) { scale<<<n / 256, 256>>>(a, n); }

int main(int, char **argv) {
  const int n = atoi(argv[1]), m = atoi(argv[2]), k = atoi(argv[3]);
  if (m % 256)
    return 1;
  float *a;
  cudaMalloc(&a, 1000000 * sizeof(float));
  // CHECK: :[[@LINE+1]]:3: warning: the blocks of 'scale' do not cover all elements that it admits along x, which are n: the division by 256 drops the remainder; use (n + 256 - 1) / 256 blocks [tessera-remainder-not-covered]
  scale<<<BLOCKS(n, 256), 256>>>(a, n);
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}} along x, which are 1000: {{.*}}; use (1000 + 256 - 1) / 256 blocks{{.*}} [tessera-remainder-not-covered]
  scale<<<BLOCKS(1000, 256), 256>>>(a, 1000);
  dim3 block(16, 8), grid(BLOCKS(640, 16), BLOCKS(100, 8));
  // CHECK: :[[@LINE+1]]:3: warning: the blocks of 'plane' {{.*}} along y, which are 100{{.*}} [tessera-remainder-not-covered]
  plane<<<grid, block>>>(a, 640, 100);
  // CHECK-NOT: tessera-remainder-not-covered
  scale<<<BLOCKS(1024, 256), 256>>>(a, 1024);
  scale<<<m / 256, 256>>>(a, m);        // tested
  scale<<<k, 256>>>(a, k * 256);        // a multiple
  scale<<<n / 256 + 1, 256>>>(a, n);    // one block too many at most
  scale<<<1, 256>>>(a, n);              // not all are meant
  stride<<<n / 256, 256>>>(a, n);
  pairs<<<n / 256, 256>>>(a, n);
  given(a, 1024);
}
